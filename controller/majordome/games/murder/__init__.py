"""The murder party: the castle weekend, and the same game around a table."""
