"""What the strategies are built from: where to cut, what fits, what stands in front. Knows only the core records."""
