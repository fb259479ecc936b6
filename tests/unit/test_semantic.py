"""The semantic strategy: where each method puts the threshold, and the best segmentation."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers import Document, chunk, split
from chunkers.cutting.cluster import LONGEST, best_segments, directions, pair_threshold
from chunkers.cutting.topic_cuts import NEIGHBOUR_METHODS, curve_and_threshold, falls, neighbour_similarities
from chunkers.strategies.semantic import THRESHOLD
from tests.helpers import ToyEmbedder

METHODS = (*NEIGHBOUR_METHODS, "cluster")


def bodies(text, **parameters):
    return [one.body for one in chunk(text, "semantic", **parameters)]


class Scripted:
    """An embedder that gives the vectors it was told, one a sentence, and keeps the texts it was given."""

    name, dimension, max_tokens = "scripted", 2, 512

    def __init__(self, *angles):
        self.vectors = np.array([[np.cos(angle), np.sin(angle)] for angle in angles], np.float32)

    def encode_passages(self, texts):
        self.texts = list(texts)
        assert len(texts) == len(self.vectors)
        return self.vectors


class TestSemantic:
    TEXT = "Cats purr. Cats nap. Stocks fell. Stocks rose."

    def test_cuts_below_the_threshold(self):
        embedder = Scripted(0.0, 0.1, 1.5, 1.6)
        cut = split(self.TEXT, "semantic", embedder=embedder, method="threshold", threshold=0.5)
        assert [one.body for one in cut.chunks] == ["Cats purr. Cats nap.", "Stocks fell. Stocks rose."]
        assert cut.similarities.values == pytest.approx((np.cos(0.1), np.cos(1.4), np.cos(0.1)), abs=1e-6)
        assert cut.similarities.positions == (11, 21, 34)
        assert cut.similarities.method == "threshold"

    def test_a_percentile_is_of_this_document(self):
        embedder = Scripted(0.0, 0.1, 1.5, 1.6)
        cut = split(self.TEXT, "semantic", embedder=embedder, method="percentile", threshold=40)
        assert len(cut.chunks) == 2
        assert cut.similarities.threshold == pytest.approx(np.percentile(cut.similarities.values, 40))

    @pytest.mark.parametrize("method", METHODS)
    def test_every_method_finds_a_plain_change_of_topic_with_its_default(self, method):
        text = " ".join(f"Sentence {number} ends." for number in range(12))
        embedder = Scripted(
            *[0.1 * (number % 2) for number in range(6)], *[1.5 + 0.1 * (n % 2) for n in range(6)]
        )
        cut = split(text, "semantic", embedder=embedder, method=method, chunk_size=2000)
        starts = [one.char_start for one in cut.chunks]
        assert text.index("Sentence 6") in starts
        if method == "percentile":  # by definition a quarter of the gaps, change or not
            return
        assert starts == [0, text.index("Sentence 6")]
        below = [place for value, place in zip(cut.similarities.values, cut.similarities.positions)
                 if value < cut.similarities.threshold]  # fmt: skip
        assert method == "cluster" or below == starts[1:]

    def test_the_size_holds_also_for_one_sentence(self):
        embedder = Scripted(0.0, 0.0)
        text = "k" * 50 + ". Short one."
        assert [len(one) for one in bodies(text, embedder=embedder, chunk_size=20)] == [20, 20, 11, 10]

    def test_a_heading_is_no_topic_of_its_own(self):
        text = "# Cats\n\nThey purr.\n\n# Stocks\n\nThey fell.\n\n# The end"
        embedder = Scripted(0.0, 1.5)
        assert bodies(text, embedder=embedder, method="threshold", threshold=0.5) == [
            "# Cats\n\nThey purr.", "# Stocks\n\nThey fell.\n\n# The end",
        ]  # fmt: skip
        assert embedder.texts == ["# Cats\n\nThey purr.", "# Stocks\n\nThey fell."]

    @pytest.mark.parametrize("method", METHODS)
    def test_vectors_without_direction_lose_nothing(self, method):
        class Broken(Scripted):
            def encode_passages(self, texts):
                return np.array([[0, 0], [np.nan, np.nan], [np.inf, 1], [1, 0]][: len(texts)], np.float32)

        found = "".join(bodies(self.TEXT, embedder=Broken(), method=method))
        assert found.replace(" ", "") == self.TEXT.replace(" ", "")

    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("text", ["", " \n", "One sentence only.", "# A heading only"])
    def test_nothing_to_compare(self, method, text):
        cut = split(text, "semantic", embedder=Scripted(), method=method)
        assert [one.body for one in cut.chunks] == ([text] if text.strip() else [])
        assert cut.similarities.values == cut.similarities.positions == ()

    @pytest.mark.parametrize("buffer", [0, 2])
    def test_moving_the_threshold_embeds_nothing_new(self, buffer):
        from chunkers.embedding import CachedEmbedder, VectorCache

        embedder = ToyEmbedder()
        cached = CachedEmbedder(embedder, VectorCache(disk_bytes=0))
        for method, threshold in (("percentile", 10), ("percentile", 90), ("stdev", 1), ("cluster", 0)):
            chunk(self.TEXT, "semantic", embedder=cached, method=method, threshold=threshold, buffer=buffer)
        assert len(embedder.calls) == 1

    def test_the_buffer_embeds_windows(self):
        embedder = Scripted(0.0, 0.1, 1.5, 1.6)
        cut = split(self.TEXT, "semantic", embedder=embedder, buffer=1)
        assert embedder.texts == [
            "Cats purr. Cats nap.", "Cats purr. Cats nap. Stocks fell.", "Cats nap. Stocks fell. Stocks rose.",
            "Stocks fell. Stocks rose.",
        ]  # fmt: skip
        assert cut.similarities.positions == (11, 21, 34)


class TestSmallest:
    TEXT = "Aaaa aaa. Bbbb. Cccc ccc. Dddd ddd. Eeee."

    def cut(self, **parameters):
        embedder = Scripted(0.0, 1.5, 3.0, 4.5, 6.0)
        return bodies(self.TEXT, embedder=embedder, method="threshold", threshold=0.9, **parameters)

    def test_a_cut_that_leaves_too_little_is_not_made(self):
        assert self.cut() == ["Aaaa aaa.", "Bbbb.", "Cccc ccc.", "Dddd ddd.", "Eeee."]
        assert self.cut(min_size=6) == ["Aaaa aaa.", "Bbbb. Cccc ccc.", "Dddd ddd. Eeee."]

    def test_the_chunk_size_comes_first(self):
        assert self.cut(min_size=6, chunk_size=9) == ["Aaaa aaa.", "Bbbb.", "Cccc ccc.", "Dddd ddd.", "Eeee."]

    def test_the_clusters_keep_it_too(self):
        embedder = Scripted(0.0, 1.5, 3.0, 4.5, 6.0)
        found = bodies(self.TEXT, embedder=embedder, method="cluster", threshold=1, min_size=12)
        assert all(len(one) >= 12 for one in found) and len(found) > 1

    def test_it_is_at_most_the_chunk_size(self):
        with pytest.raises(ValueError, match="min_size = 30 .* chunk_size = 20"):
            self.cut(min_size=30, chunk_size=20)


class TestThresholds:
    SIMILARITIES = np.array([0.9, 0.8, 0.9, 0.2, 0.9, 0.85, np.nan, 0.9])
    KNOWN = SIMILARITIES[np.isfinite(SIMILARITIES)]

    def test_statistics_leave_out_what_is_unknown(self):
        known = self.KNOWN
        wanted = {
            ("threshold", 0.5): 0.5,
            ("percentile", 20): np.percentile(known, 20),
            ("stdev", 1.5): known.mean() - 1.5 * known.std(),
            ("iqr", 0.5): known.mean() - 0.5 * (np.percentile(known, 75) - np.percentile(known, 25)),
        }
        for (method, amount), threshold in wanted.items():
            assert curve_and_threshold(self.SIMILARITIES, method, amount)[1] == pytest.approx(threshold)

    def test_the_steepest_fall_is_where_the_low_value_is(self):
        curve, threshold = curve_and_threshold(self.SIMILARITIES, "gradient", 10)
        assert np.flatnonzero(curve < threshold).tolist() == [3]
        assert falls(np.array([0.2, 0.9, 0.9]))[0] < 0, "the first gap can be the lowest"

    @pytest.mark.parametrize("method", NEIGHBOUR_METHODS)
    def test_nothing_known(self, method):
        for values in (np.zeros(0), np.full(3, np.nan)):
            curve, threshold = curve_and_threshold(values, method, 0.5)
            assert len(curve) == len(values) and np.isfinite(threshold) and not (curve < threshold).any()

    def test_each_method_has_a_range_of_its_own(self):
        for method in METHODS:
            limits = THRESHOLD.range_for({"method": method})
            assert limits.minimum <= limits.low <= limits.default <= limits.high <= limits.maximum


vectors = st.lists(
    st.tuples(*[st.integers(-3, 3)] * 3).map(lambda row: np.array(row, np.float32)), min_size=1, max_size=8
).map(lambda rows: directions(np.stack(rows)))


class TestCluster:
    @staticmethod
    def value(rows, begins, threshold):
        """Number of pairs apart, what a segmentation earns."""
        total = 0.0
        for start, end in zip((0, *begins), (*begins, len(rows))):
            for a, b in itertools.combinations(range(start, end), 2):
                total += (rows[a] @ rows[b] - threshold) if rows[a].any() and rows[b].any() else 0.0
        return total

    @settings(max_examples=200)
    @given(rows=vectors, longest=st.integers(1, 8), shortest=st.integers(1, 4), amount=st.floats(-1, 1))
    def test_no_segmentation_is_better(self, rows, longest, shortest, amount):
        count = len(rows)
        threshold = pair_threshold(rows, amount)
        earliest = [max(0, row - longest + 1) for row in range(count)]
        enough = [row - shortest + 1 for row in range(count)]
        found = best_segments(rows, earliest, enough, threshold)

        def shorts(begins):
            return sum(b - a < shortest for a, b in zip((0, *begins), (*begins, count)))

        allowed = [
            begins
            for size in range(count)
            for begins in itertools.combinations(range(1, count), size)
            if all(b - a <= longest for a, b in zip((0, *begins), (*begins, count)))
        ]
        assert tuple(found) in allowed
        fewest = min(map(shorts, allowed))
        assert shorts(found) == fewest
        best = max(self.value(rows, one, threshold) for one in allowed if shorts(one) == fewest)
        assert self.value(rows, found, threshold) == pytest.approx(best, abs=1e-4)

    @given(rows=vectors, amount=st.floats(-2, 2))
    def test_mean_and_deviation_of_all_pairs_without_the_pairs(self, rows, amount):
        known = rows[rows.any(axis=1)].astype(float)
        cosines = [a @ b for a, b in itertools.combinations(known, 2)]
        wanted = np.mean(cosines) + amount * np.std(cosines) if cosines else 0.0
        assert pair_threshold(rows, amount) == pytest.approx(wanted, abs=1e-3)

    def test_it_sees_further_than_the_neighbour(self):
        """An aside between two sentences of one topic is a cut for neighbours, not for the segmentation."""
        text = " ".join(f"Sentence {number} ends." for number in range(9))
        embedder = Scripted(0.0, 0.0, 1.2, 0.0, 0.0, 2.0, 2.0, 2.0, 2.0)
        neighbours = bodies(text, embedder=embedder, method="threshold", threshold=0.5)
        assert len(neighbours) == 4
        assert [one.count(".") for one in bodies(text, embedder=embedder, method="cluster")] == [5, 4]

    def test_a_segment_is_bounded_however_large_the_chunk_size(self):
        rows = directions(np.ones((3 * LONGEST, 2)))
        found = best_segments(rows, [0] * len(rows), list(range(len(rows))), 0.5)
        assert max(np.diff([0, *found, len(rows)])) == LONGEST

    def test_the_same_across_blocks(self):
        generator = np.random.default_rng(7)
        rows = directions(generator.normal(size=(600, 4)))
        earliest = [max(0, row - 9) for row in range(600)]
        found = best_segments(rows, earliest, list(range(600)), 0.1)
        best = [0.0]
        for row in range(600):
            earned, options = 0.0, []
            for begin in range(row, earliest[row] - 1, -1):
                earned += sum(rows[begin] @ rows[other] - 0.1 for other in range(begin + 1, row + 1))
                options.append(best[begin] + earned)
            best.append(max(options))
        assert self.value(rows, found, 0.1) == pytest.approx(best[-1], rel=1e-4)


def test_an_oversized_sentence_between_clusters():
    text = "One cat. " + "k" * 60 + ". Two cats. Three cats."
    found = bodies(text, embedder=ToyEmbedder(), method="cluster", chunk_size=25)
    assert found[0] == "One cat." and found[-1] == "Two cats. Three cats."
    assert all(len(one) <= 25 for one in found)


def test_the_document_is_not_changed_by_a_cut():
    document = Document("Cats purr. Cats nap. Stocks fell.")
    first = chunk(document, "semantic", embedder=ToyEmbedder(), method="cluster")
    assert [
        one.chunk_id for one in chunk(document, "semantic", embedder=ToyEmbedder(), method="cluster")
    ] == [one.chunk_id for one in first]


def test_similarities_of_many_rows_are_those_of_each_pair():
    """Rows are read in blocks; none is lost where two blocks meet, whatever their size."""
    angles = np.cumsum(np.arange(2600) % 7) / 10
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    vectors[1500] = 0
    expected = np.cos(np.diff(angles))
    expected[[1499, 1500]] = 0
    assert np.allclose(neighbour_similarities(vectors), expected, atol=1e-5)
