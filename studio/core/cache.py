"""Caches whose results may hold translated text: they are cleared when the language changes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

Arg = TypeVar("Arg")
Result = TypeVar("Result")
Extra = ParamSpec("Extra")
Work = Callable[Concatenate[Arg, Extra], Result]

_clear_functions: list[Callable[[], None]] = []


def clear_caches() -> None:
    """Drop the results of every `text_cache` and `cached_by_identity`."""
    for clear in _clear_functions:
        clear()


def text_cache(maxsize: int | None = None) -> Callable[[Callable[..., Result]], functools._lru_cache_wrapper[Result]]:
    """An `lru_cache` for results that hold translated text. Without text, an `lru_cache` need not be cleared."""

    def decorate(function: Callable[..., Result]) -> functools._lru_cache_wrapper[Result]:
        cached = functools.lru_cache(maxsize)(function)
        _clear_functions.append(cached.cache_clear)
        return cached

    return decorate


def cached_by_identity(most: int) -> Callable[[Work[Arg, Extra, Result]], Work[Arg, Extra, Result]]:
    """Cache the last results of a function by the identity of its first argument.

    So a body needs no hash and is never compared. Other arguments (a cancel token) must not matter for the result.
    Thread-safe: the cache is replaced, never changed. Two threads may compute the same result.
    """

    def decorate(work: Work[Arg, Extra, Result]) -> Work[Arg, Extra, Result]:
        known: tuple[tuple[Arg, Result], ...] = ()

        @functools.wraps(work)
        def cached(arg: Arg, /, *extra: Extra.args, **named: Extra.kwargs) -> Result:
            nonlocal known
            for one, result in known:
                if one is arg:
                    return result
            result = work(arg, *extra, **named)
            known = ((arg, result), *known)[:most]
            return result

        def clear() -> None:
            nonlocal known
            known = ()

        _clear_functions.append(clear)
        return cached

    return decorate
