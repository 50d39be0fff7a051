"""Cards to print and cut: what a card is, how it is drawn and how sheets are laid out. It knows no game."""
