"""Where voices are made, by Kokoro-82M: the workshop and `majordome voice` come here, a box that plays never does."""
