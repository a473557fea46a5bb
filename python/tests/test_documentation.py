"""Examples in docstrings: every public name has one, and all of them run."""
import doctest
import importlib
import inspect
import pkgutil

import numpy as np
import pytest

import graze as gz
from graze.compat import fcl

MODULES = sorted(module.name for module in pkgutil.walk_packages(gz.__path__, "graze."))
PUBLIC = {f"{package.__name__}.{name}": getattr(package, name)
          for package in (gz, gz.io, fcl) for name in package.__all__}


@pytest.mark.parametrize("name", ["graze", *MODULES])
def test_examples_in_docstrings_run(name):
    module = importlib.import_module(name)
    finder, flags = doctest.DocTestFinder(exclude_empty=True), doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    runner = doctest.DocTestRunner(verbose=False, optionflags=flags)
    tests = finder.find(module, name, extraglobs={"np": np})
    if name == "graze":  # finders skip what is compiled
        tests += [test for value in PUBLIC.values() if getattr(value, "__module__", "") == "graze._core"
                  for test in finder.find(value, value.__name__, module=False, globs={})]
    for test in tests:
        runner.run(test)
    assert runner.failures == 0


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_have_an_example(name):
    value = PUBLIC[name]
    if inspect.ismodule(value):
        return
    text = inspect.getdoc(value) or ""
    assert ">>>" in text


@pytest.mark.parametrize("name", [name for name, value in PUBLIC.items() if inspect.isclass(value)])
def test_fields_have_a_sentence(name):
    cls = PUBLIC[name]
    fields = {key: inspect.getattr_static(cls, key) for key in dir(cls) if not key.startswith("_")}
    bare = [key for key, field in fields.items() if isinstance(field, property) and not field.__doc__]
    assert bare == []
