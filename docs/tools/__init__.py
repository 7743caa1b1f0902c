"""What the site is built and checked with: mathematics, source lines, the index, examples, the scan."""
