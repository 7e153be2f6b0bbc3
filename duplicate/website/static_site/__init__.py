"""An event as a folder of pages for a club's web site, made from its public pages."""
