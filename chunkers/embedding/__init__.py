"""Vectors of texts: bundled models, any sentence-transformers model, and a cache that remembers.

Importing this package is fast; torch and its kin are imported when a model is loaded.
"""

from chunkers.embedding.cache import VectorCache, shared_cache
from chunkers.embedding.cached_embedder import CachedEmbedder
from chunkers.embedding.errors import Cancelled, ModelUnavailable
from chunkers.embedding.folders import cache_folder
from chunkers.embedding.hub import download_size
from chunkers.embedding.preload import Loading, preload
from chunkers.embedding.registry import ModelInfo, available_models, default_model, load_embedder

__all__ = [
    "CachedEmbedder",
    "Cancelled",
    "Loading",
    "ModelInfo",
    "ModelUnavailable",
    "VectorCache",
    "available_models",
    "cache_folder",
    "default_model",
    "download_size",
    "load_embedder",
    "preload",
    "shared_cache",
]
