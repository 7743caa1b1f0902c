"""Under AUTHORS, with Java's coin, every stage equals what the authors' program computes."""

from __future__ import annotations

from typing import Any

import pytest

from monfknn_ref import AUTHORS, MonFkNN


class JavaRandom:
    """java.util.Random, a linear congruential generator of 48 bits, with the methods that a `tie` needs."""

    def __init__(self, seed: int) -> None:
        self.state = (seed ^ 0x5DEECE66D) & ((1 << 48) - 1)

    def next(self, bits: int) -> int:
        self.state = (self.state * 0x5DEECE66D + 0xB) & ((1 << 48) - 1)
        return self.state >> (48 - bits)

    def getrandbits(self, bits: int) -> int:
        return self.next(bits)

    def random(self) -> float:
        return float((self.next(26) << 27) + self.next(27)) / (1 << 53)


def test_java_generator_gives_the_documented_stream() -> None:
    """The first values of new java.util.Random(0): nextBoolean() and nextDouble(), from Java itself."""
    coin = JavaRandom(0)
    assert [coin.getrandbits(1) for _ in range(8)] == [1, 1, 0, 1, 1, 0, 1, 0]
    assert JavaRandom(0).random() == 0.730967787376657


@pytest.mark.needs_data("authors")
@pytest.mark.parametrize("configuration", ["PM", "AM"])
@pytest.mark.parametrize("name", ["LEV", "artiset", "balance", "machineCPU"])
def test_every_stage(name: str, configuration: str, authors_split: Any) -> None:
    split = authors_split(name)
    wanted = split["configs"][configuration]
    model = MonFkNN(
        k=split["k"],
        K=split["K"],
        m=split["m"],
        RCr=wanted["RCr"],
        typeRange=wanted["typeRange"],
        pOR=wanted["pOR"],
        reading=AUTHORS,
        tie=JavaRandom(split["seed"]),
    )
    model.fit(split["train"]["X"], split["train"]["y"], classes=range(split["classes"]))
    assert len(model.training_rows_) == split["distinct_train_rows"]
    assert model.first_labels_ == wanted["stage1_labels"]
    assert model.training_memberships_ == wanted["memberships"]  # not only close: the same doubles
    assert model.training_labels_ == wanted["labels"]
    assert model.predict(split["test"]["X"]) == wanted["test_predictions"]
    assert model.predict_proba(split["test"]["X"]) == wanted["test_memberships"]
