"""The steps of a release and the pages of three of them: what leaves, where to, and for whom."""
