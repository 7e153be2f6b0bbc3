"""Forms for what directors type: they check the form only."""
