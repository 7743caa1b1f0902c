"""What is guaranteed: statements about MonFkNN and its rivals, proved, or refuted by a small example.

statements      every statement with its conditions and its verdict
counterexample  a training set, parameters, queries and predictions that refute a statement
training_sets   small training sets in a stated order, and at random
hunts           what refutes a statement, for one training set
searches        which training sets are looked at for each statement
results         what the searches found, stored beside the modules
scopes          what the proofs say, checked for all neighborhoods and sets up to a size
"""
