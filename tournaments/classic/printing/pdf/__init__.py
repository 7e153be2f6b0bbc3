"""Documents of classic tournaments as PDF, drawn from values alone."""
