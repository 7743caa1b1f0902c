"""The paper's worked examples and the running example, check by check."""

import pytest

from monfknn_ref import example
from monfknn_ref.example import CLAIMS, Claim


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.holds.__name__)
def test_claim_holds(claim: Claim) -> None:
    assert claim.holds()


@pytest.mark.parametrize("stage", sorted(example.PENCIL))
def test_every_pencil_stage_is_checked(stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong number at any stage of the running example makes a claim fail."""
    wrong = [None if value is not None else "?" for value in example.PENCIL[stage]]
    monkeypatch.setitem(example.PENCIL, stage, ["wrong", *wrong[1:]])
    assert not all(claim.holds() for claim in CLAIMS if claim.where == "running example")
