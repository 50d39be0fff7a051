"""The drawing office: turns the sources in hw/ into pictures, STL files, labels and the builder's tables."""
