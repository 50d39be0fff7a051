"""The games, pure: no clock, no chance, no input or output. Each is a script that reads like its rule sheet."""
