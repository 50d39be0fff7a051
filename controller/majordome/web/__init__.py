"""The pages: the host's phone, the guests' cards, the big screen and the digital twin, served by the box itself."""
