"""Compiler options of the kernels, and intrinsics for single machine instructions."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numba.np import arrayobj

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])

# Numba's run time (`_nrt`) is off: its reference counting made a whole search four times slower. Kernels can
# therefore make no arrays. They are called by kernels alone, so they need no wrappers for Python and C; nor is
# there an expression of whole arrays for Numba to rewrite.
OPTIONS: dict[str, Any] = {
    "nogil": True,
    "_nrt": False,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "no_rewrites": True,
}
kernel: Callable[[_Kernel], _Kernel] = njit(**OPTIONS)


def _count_bits(_context: Any, number: Any) -> Any:
    """Compile to the machine's instruction for counting bits; Numba has no other way to it."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return number(number), generate


def _prefetch(_context: Any, address: Any) -> Any:
    """Compile to the machine's instruction that brings an address into the processor's cache."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer, whole = ir.IntType(8).as_pointer(), ir.IntType(32)
        function = ir.FunctionType(ir.VoidType(), [pointer, whole, whole, whole])
        call = builder.module.declare_intrinsic("llvm.prefetch", [pointer], function)
        # To be read, to be kept in the nearest cache, data.
        builder.call(call, [builder.inttoptr(arguments[0], pointer), whole(0), whole(3), whole(1)])
        return arguments[0]

    return address(address), generate


def _array_at(_context: Any, address: Any, kind: Any) -> Any:
    """Return the array of a kind at an address; its length is unknown, and no index is checked."""
    item = kind.instance_type if isinstance(kind, types.TypeRef) else kind.dtype
    array_type = types.Array(item, 1, "C")

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        array = context.make_array(array_type)(context, builder)
        data = builder.inttoptr(arguments[0], array.data.type)
        width = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(item)))
        _populate_array(array, data, [width], [width], width, None)
        return array._getvalue()  # noqa: SLF001 - as Numba's own extensions do

    return array_type(address, kind), generate


# The casts tell the type checker that a NumPy number is an int.
int64 = cast("Callable[[Any], int]", np.int64)
_populate_array: Callable[..., None] = arrayobj.populate_array
bit_count = cast("Callable[[int], int]", intrinsic(_count_bits))
prefetch = cast("Callable[[int], int]", intrinsic(_prefetch))
array_at = cast("Callable[..., Any]", intrinsic(_array_at))


@kernel
def bit_of(letter: int) -> int:
    """Return the bit of a letter in a mask of letters."""
    return int64(1) << (letter - 1)


@kernel
def lowest_letter(mask: int) -> int:
    """Return the first letter of a mask, which must not be empty."""
    return bit_count((mask & -mask) - 1) + 1
