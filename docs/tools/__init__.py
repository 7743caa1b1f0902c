"""What the site is made and checked with: figures, pages, formulas, source lines, index, examples, scan."""
