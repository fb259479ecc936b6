"""What a cut can be taken away as: its chunks as files, and the code that makes them again.

Importing this package is fast; pyarrow is imported when Parquet is written.
"""

from chunkers.export.code import reproduce
from chunkers.export.records import to_csv, to_jsonl, to_parquet

__all__ = ["reproduce", "to_csv", "to_jsonl", "to_parquet"]
