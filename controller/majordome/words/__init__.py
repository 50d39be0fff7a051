"""The butler's words, and how names are spoken."""
