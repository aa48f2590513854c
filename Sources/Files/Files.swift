internal import Model
