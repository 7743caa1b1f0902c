"""Walk through the three algorithms, check what the paper states, and try the method on noisy data.

This is what `python -m monfknn_ref` does without a command.
"""

from __future__ import annotations

import argparse

from monfknn_ref import example
from monfknn_ref.classifiers import FkNN
from monfknn_ref.example import CLAIMS
from monfknn_ref.model.estimator import MonFkNN
from monfknn_ref.model.explanation import columns, vector
from monfknn_ref.model.functions import median_range, neighbors_as_mknn, valid_range

EXAMPLE = "python -m monfknn_ref"
EXIT_CODES = {0: "every check passed", 1: "a check failed"}

TRAINING, TEST, NOISE = 300, 200, 0.25

IN_MANY_DRAWS = (
    "This is one draw, and an unlucky one for PM. In 30 draws like it the mean accuracies are FkNN 0.741,",
    "PM 0.755 and AM 0.793. PM is the most monotonic: its mean NMI is 0.00004, FkNN's is 0.00062. It loses",
    "accuracy to ties: with RCr = 1/2 a median often has two middle classes, and PAPER takes the lower one.",
    "RCr = 0.51 avoids these ties, and PM gets 0.773. Measured by: python -m monfknn_ref study ties",
)
"""What the last table would show again and again; `study ties` measures it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The tour takes no arguments."""


def run(arguments: argparse.Namespace) -> int:
    """Show all parts, then print how many checks passed."""
    show_training()
    show_queries()
    failed = show_claims()
    show_noisy_set()
    print(f"\n{len(CLAIMS) - failed} of {len(CLAIMS)} checks passed.")
    print("More: python -m monfknn_ref --help")
    return 1 if failed else 0


def heading(text: str) -> None:
    print(f"\n{text}\n{'-' * len(text)}")


def classes_between(bounds: tuple[int, int]) -> str:
    """A range of classes in words."""
    low, high = (example.CLASSES[l] for l in bounds)
    return low if low == high else f"{low}..{high}"


def show_training() -> None:
    """Algorithm 1 on the running example, row by row."""
    model = example.pure()
    D, y = model.learned_.D, model.learned_.first_labels
    heading("Algorithm 1 on ten rows, k = 2, RCr = 1/2: classes low < mid < high")
    lines = [["row", "", "given", "line 13", "range", "neighbors", "memberships", "medians", "label"]]
    for i, (name, row) in enumerate(zip(example.NAMES, model.training_rows_)):
        given = [label for x, label in zip(example.ROWS, example.LABELS) if x == row]
        bounds, found = "", "Eq. 5"
        if len(given) == 1:
            r = valid_range(D[i], D, y, 3, leave_out=i)
            nn = neighbors_as_mknn(D[i], r, model.k, "inRange", D, y, leave_out=i)
            bounds, found = classes_between(r), " ".join(example.NAMES[j] for j in nn)
        u = model.training_memberships_[i]
        medians = classes_between(median_range(u))
        first, last = str(model.first_labels_[i]), str(model.training_labels_[i])
        lines.append([name, str(row), ", ".join(given), first, bounds, found, vector(u), medians, last])
    print("\n".join(columns(lines)))
    print("  g has two labels. d has b (high) below and f (mid) above it, so the bounds of its range cross.")
    print("  b is labeled high among low and mid rows and ends as mid: the noisy label is gone.")


def show_queries() -> None:
    """Algorithm 3 on the running example, both configurations."""
    heading("Algorithm 3 on three queries, K = 3")
    lines = [["query", "configuration", "memberships", "medians", "class"]]
    for x in example.QUERIES:
        for name, model in (("PM", example.pure()), ("AM", example.approximate())):
            [u] = model.predict_memberships([x])
            [label] = model.predict([x])
            lines.append([str(x), name, vector(u), classes_between(median_range(u)), str(label)])
    print("\n".join(columns(lines)))


def show_claims() -> int:
    """Check each of the paper's statements; return how many failed."""
    heading("What the paper states, checked")
    failed = 0
    for claim in CLAIMS:
        holds = claim.holds()
        failed += not holds
        print(f"  {'ok    ' if holds else 'FAILED'}  {claim.where}: {claim.statement}")
    return failed


def show_noisy_set() -> None:
    """Measure the noisy labels of the paper's artificial set, and three methods trained on them."""
    from monfknn_ref.data import artiset, noisy
    from monfknn_ref.evaluation import accuracy, mean_absolute_error, non_monotonic_index

    truth = artiset(TRAINING, seed=1)
    given = noisy(truth, NOISE, seed=2)
    test = artiset(TEST, seed=3)
    share = f"{NOISE:.0%}"
    heading(f"The paper's artificial set: {TRAINING} training rows, {share} of labels moved by one class")
    answers = [("the noisy training labels", truth, given.y)]
    for name, model in (
        ("FkNN", FkNN()),
        ("MonFkNN-PM", MonFkNN.pure_monotonic()),
        ("MonFkNN-AM", MonFkNN.approximate_monotonic()),
    ):
        model.fit(given.X, given.y, classes=given.classes)
        answers.append((f"{name} on {TEST} new rows", test, model.predict(test.X)))
    lines = [["", "accuracy", "MAE", "NMI"]]
    for name, dataset, labels in answers:
        right = accuracy(dataset.y, labels)
        error = mean_absolute_error(dataset.y, labels)
        index = non_monotonic_index(dataset.X, labels)
        lines.append([name, f"{right:.3f}", f"{error:.3f}", f"{index:.4f}"])
    print("\n".join(columns(lines)))
    print("\n".join(f"  {line}" for line in IN_MANY_DRAWS))
