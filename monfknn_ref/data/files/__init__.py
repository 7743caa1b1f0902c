"""Files: input that is safe to open, and output that is written beside its place and put there at once."""

from monfknn_ref.data.files.reading import (
    LARGEST_FILE,
    STANDARD_INPUT,
    check_size,
    is_file,
    open_file,
    read_file,
    read_text,
)
from monfknn_ref.data.files.writing import (
    STANDARD_OUTPUT,
    PathLike,
    check_folder,
    check_place,
    replacing,
    standard_output_for_a_file,
    write_bytes,
    write_files,
    write_text,
)

__all__ = [
    "LARGEST_FILE",
    "STANDARD_INPUT",
    "STANDARD_OUTPUT",
    "PathLike",
    "check_folder",
    "check_place",
    "check_size",
    "is_file",
    "open_file",
    "read_file",
    "read_text",
    "replacing",
    "standard_output_for_a_file",
    "write_bytes",
    "write_files",
    "write_text",
]
