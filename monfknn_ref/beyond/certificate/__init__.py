"""A certificate of monotonicity for any classifier: proved, violated, or searched without success.

search       `certify`: which points a model is asked about, in full or at random, and what follows
certificate  what is reported, with the interval in which a share lies
models       classifiers by name and programs, asked in batches, within their time, and not trusted
"""
