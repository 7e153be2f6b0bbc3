"""Events and seasons as pages."""
