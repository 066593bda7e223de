"""Which of a system's symbols are newer than the version that we promise, and where sources use them."""
