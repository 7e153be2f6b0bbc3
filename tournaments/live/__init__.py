"""Streams to screens and phones, and the broadcast behind them."""
