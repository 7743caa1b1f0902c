"""What is guaranteed: statements about MonFkNN and its rivals, proved, or refuted by a small example.

statements       every statement with its conditions and its verdict
counterexamples  what refutes a statement: small training sets in a stated order, parameters and queries
hunts            what refutes a statement, for one training set
searches         which training sets are looked at for each statement, and the stored results
scopes           what the proofs say, checked for all neighborhoods and sets up to a size
"""
