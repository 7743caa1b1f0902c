"""Ten thousand corrupted files for each reader: the result must be a valid Dataset or a DataError."""

from __future__ import annotations

import random
from functools import partial

import pytest
from thoroughness import rounds

from monfknn_ref.data import DataError, read_csv, read_keel

KEEL_SEEDS = [
    "@relation r\n@attribute a real [0.0, 1.5]\n@attribute b {x, y, z}\n@attribute c {1, 2, 3}\n"
    "@inputs a, b\n@outputs c\n@directions +, -\n@data\n0.5, x, 1\n1.25, z, 3\n",
    "% note\n@attribute 'a a' integer\n@attribute b integer [-3,7]\n@attribute c integer\n@data\n"
    "5,1,0\n<null>,2,1\n-4,7,2\n",
    "@Relation q\n@attribute a numeric\n@attribute c{no,yes}\n@data\n1e3,no\n.5,yes\n?,no\n",
]
CSV_SEEDS = [
    "a,b,c\n0.5,1,low\n1.25,-3,high\n,2,low\n",
    'a, "b, b",c\n1e3,"2",0\n.5,7,10\n?,4,2\n',
    "a,b\n1,2\n3,4\n",
]
SNIPPETS = [
    *"@%{}[](),;'\"\n\r\t +-.?0179eExyz\\/_\x00\x0b\x1c\u2028\u0661\u00b2\ufeff",
    "<null>", "NA", "nan", "inf", "1e999", "1e-999", "1e99999999", "1_000", "1/2", "0x1f", "9" * 400,
    "@data\n", "@attribute ", "@inputs ", "@outputs ", "@directions ", "integer", "real", "[0, 1]", "{a, b}",
    ", ", '""',
]  # fmt: skip
TIMES = rounds(2_000, 20_000)


def spoil(text, generator):
    """The text with one to five changes at random places."""
    for _ in range(generator.randrange(1, 6)):
        start = generator.randrange(len(text) + 1)
        end = min(len(text), start + generator.choice([0, 0, 1, 1, 2, 8]))
        change = generator.randrange(5)
        if change <= 1:
            text = text[:start] + generator.choice(SNIPPETS) + text[end:]
        elif change == 2:
            text = text[:start] + text[end:]
        elif change == 3:
            lines = text.split("\n")
            lines.insert(generator.randrange(len(lines) + 1), generator.choice(lines))
            text = "\n".join(lines)
        else:
            lines = text.split("\n")
            lines.pop(generator.randrange(len(lines)))
            text = "\n".join(lines)
    content = text.encode("utf-8")
    if generator.random() < 0.02:
        content += bytes([generator.randrange(128, 256)])
    return content


def check_promises(dataset):
    assert len(dataset.X) == len(dataset.y) >= 1
    assert set(dataset.y) <= set(dataset.classes)
    assert len(dataset.directions) == len(dataset.attributes) == len(dataset.bounds)
    for rows in (dataset.scaled(), dataset.scaled(doubles=True)):
        for row in rows:
            assert len(row) == len(dataset.attributes)
            assert all(0 <= value <= 1 for value in row)


KEEL_READERS = [read_keel, partial(read_keel, missing="drop")]
CSV_READERS = [
    partial(read_csv, missing="drop"),
    partial(read_csv, header=False, label=0, missing="drop"),
    partial(read_csv, label="b", order={"c": ["low", "high"]}, directions="+-", missing="drop"),
]
FILES = {"KEEL": (KEEL_SEEDS, KEEL_READERS), "CSV": (CSV_SEEDS, CSV_READERS)}


@pytest.mark.parametrize(("seeds", "readers"), FILES.values(), ids=FILES)
def test_spoiled_files_give_a_dataset_or_a_data_error(tmp_path, seeds, readers):
    generator = random.Random(20)
    path = tmp_path / "spoiled"
    prefix = f"{path}, line "
    outcomes = {"read": 0, "refused": 0}
    for _ in range(TIMES):
        content = spoil(generator.choice(seeds), generator)
        path.write_bytes(content)
        try:
            dataset = generator.choice(readers)(path)
        except DataError as error:
            outcomes["refused"] += 1
            assert str(error).startswith(prefix)
            line = int(str(error).removeprefix(prefix).split(":")[0])
            assert 1 <= line <= content.count(b"\n") + content.count(b"\r") + 1
        else:
            outcomes["read"] += 1
            check_promises(dataset)
    assert min(outcomes.values()) > TIMES / 20, outcomes  # both ways out were really taken
