"""The version of the package, alone, so that packaging tools can read it without an import."""

__version__ = "0.1.0"
