"""A certificate of monotonicity for any classifier: proved, violated, or searched without success.

certifying   `certify`: asks a model about points and says what follows
asking       a model that is asked in batches, within its time, and not trusted
certificate  what is reported, with the interval in which a share lies
models       classifiers by name, and programs that speak the oracle's protocol
"""
