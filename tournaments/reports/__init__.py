"""Tables and charts as values, for pages, papers and files."""
