import time;t=time.monotonic();import majordome.box, majordome.__main__; print(majordome.__file__, time.monotonic()-t)
