"""A cache for functions of a layout body, which several views call with the same body one after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

Arg = TypeVar("Arg")
Result = TypeVar("Result")
Extra = ParamSpec("Extra")
Work = Callable[Concatenate[Arg, Extra], Result]


def cached_by_identity(most: int) -> Callable[[Work[Arg, Extra, Result]], Work[Arg, Extra, Result]]:
    """Cache the last `most` results of a function by the identity of its first argument.

    Bodies therefore need no hash and are never compared. Further arguments must not affect the result (a cancel token).
    Thread-safe: the cache is replaced, never changed, so that at worst two threads compute the same result.
    """

    def decorate(function: Work[Arg, Extra, Result]) -> Work[Arg, Extra, Result]:
        known: tuple[tuple[Arg, Result], ...] = ()

        @wraps(function)
        def wrapper(argument: Arg, /, *args: Extra.args, **kwargs: Extra.kwargs) -> Result:
            nonlocal known
            for key, result in known:
                if key is argument:
                    return result
            result = function(argument, *args, **kwargs)
            known = ((argument, result), *known)[:most]
            return result

        def clear() -> None:
            nonlocal known
            known = ()

        wrapper.cache_clear = clear  # type: ignore[attr-defined]  # like functools.cache
        return wrapper

    return decorate
