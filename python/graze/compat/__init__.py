"""The names of other libraries on graze: `graze.compat.fcl` is for programs written for python-fcl."""
from graze.compat import fcl

__all__ = ["fcl"]
