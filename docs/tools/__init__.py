"""What the site is made and checked with: figures, pages, mathematics, source lines, index, examples, scan."""
