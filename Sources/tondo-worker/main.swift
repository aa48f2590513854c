internal import Cropping
print(startImaging())
