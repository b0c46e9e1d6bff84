"""Writes the recording of shop.py that a recorder for Python would make.

Usage: record_shop.py FOLDER. Uses the writer of crates/trace/tests/python_writer.py; what runs is a mirror of shop.py, record by record.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../trace/tests"))
from python_writer import block, listing, record, string, variable, varint, write

import struct

ENTER, EXIT, LOOP_ENTER, ITERATION, LOOP_EXIT = 0x01, 0x02, 0x08, 0x09, 0x0B
PUT_FIELD, NEW, SIGHT_ARRAY, TEXT, STREAM = 0x10, 0x20, 0x23, 0x28, 0x30
BASKET, STR, LIST, DICT, MODULE = 1, 2, 3, 4, 5
OWNER, ITEMS, PRICES = 1, 2, 3
MAIN, INIT, ADD, TOTAL, PRICE_OF, IS_PAID = 1, 2, 3, 4, 5, 6
IS_TEXT, IS_ARRAY = 32, 8
RECEIVER, STATIC, CONSTRUCTOR = 1, 2, 4
NONE = 0


def class_(number, name, flags, element, layout=()):
    return (b"\x02" + varint(number) + string(name) + varint(0) + varint(1) + b"\0" + varint(flags) + element
            + listing([varint(field) for field in layout]) + listing([]))


def field(number, name, type_name):
    return b"\x03" + varint(number) + varint(BASKET) + string(name) + string(type_name) + b"L" + varint(0)


def routine(number, owner, name, lines, flags, parameters, result, result_type, *blocks):
    return (b"\x04" + varint(number) + varint(owner) + string(name) + string("") + varint(1) + varint(lines[0]) + varint(lines[1])
            + varint(flags) + listing([variable(*parameter) for parameter in parameters]) + result + string(result_type)
            + b"\x01" + listing([block(*lines) for lines in blocks]) + struct.pack("<Q", number))


DEFINITIONS = [
    b"\x01" + varint(1) + string("shop.py") + varint(0),
    field(OWNER, "owner", "str"),
    field(ITEMS, "items", "list"),
    field(PRICES, "prices", "dict"),
    class_(BASKET, "shop.Basket", 0, b"V", (OWNER, ITEMS, PRICES)),
    class_(STR, "str", IS_TEXT, b"V"),
    class_(LIST, "list", IS_ARRAY, b"L"),
    class_(DICT, "dict", IS_ARRAY, b"L"),
    class_(MODULE, "shop", 0, b"V"),
    routine(MAIN, MODULE, "main", (27, 31), STATIC, [], b"V", "None", (28, 29, 30, 31)),
    routine(INIT, BASKET, "__init__", (2, 5), RECEIVER | CONSTRUCTOR, [("owner", "str", b"L")], b"V", "None", (3, 4, 5)),
    routine(ADD, BASKET, "add", (7, 9), RECEIVER, [("name", "str", b"L"), ("price", "int", b"J")], b"V", "None", (8, 9)),
    routine(TOTAL, BASKET, "total", (11, 15), RECEIVER, [("voucher", "str", b"L")], b"J", "int", (12,), (15,)),
    routine(PRICE_OF, BASKET, "price_of", (17, 21), RECEIVER, [("name", "str", b"L")], b"J", "int", (18, 19), (20,), (21,)),
    routine(IS_PAID, BASKET, "is_paid", (23, 24), RECEIVER, [], b"Z", "bool", (24,)),
    # The loop of total: its sum is there when it begins, its variable is not.
    b"\x05" + varint(1) + varint(TOTAL) + varint(0) + varint(13) + varint(14)
    + listing([variable("total", "int", b"J") + b"\x03", variable("name", "str", b"L") + b"\x02"])
    + b"\x01" + listing([block(13), block(14)]),
    b"\x06" + varint(1) + string("MainThread"),
]

BASKET_REF, ITEMS_REF, PRICES_REF, ANN, TEA, LID = range(0x1000, 0x1006)


def small(number):
    """A boxed int as a reference word."""
    return 0x300 + number + 128


def wide(number):
    return number & 0xFFFFFFFF, number >> 32 & 0xFFFFFFFF


def text(reference, value):
    data = value.encode()
    padded = data + b"\0" * (-len(data) % 4)
    return record(TEXT, STR, reference, 0, len(value), len(data)) + padded


def array(class_number, reference, *elements):
    return record(SIGHT_ARRAY, class_number, reference, len(elements), len(elements), *elements)


def run():
    """The records of shop.py, each by itself."""
    items, prices = [], []
    yield record(ENTER, MAIN)
    yield text(ANN, "Ann")
    yield record(NEW, BASKET, BASKET_REF)
    yield record(ENTER, INIT, BASKET_REF, ANN)
    yield record(PUT_FIELD, OWNER, BASKET_REF, ANN)
    yield array(LIST, ITEMS_REF)
    yield record(PUT_FIELD, ITEMS, BASKET_REF, ITEMS_REF)
    yield array(DICT, PRICES_REF)
    yield record(PUT_FIELD, PRICES, BASKET_REF, PRICES_REF)
    yield record(EXIT, INIT, 1)
    for name, reference, price in [("tea", TEA, 4), ("pot's lid", LID, 12)]:
        yield text(reference, name)
        yield record(ENTER, ADD, BASKET_REF, reference, *wide(price))
        items.append(reference)
        yield array(LIST, ITEMS_REF, *items)
        prices += [reference, small(price)]
        yield array(DICT, PRICES_REF, *prices)
        yield record(EXIT, ADD, 1)
    yield record(ENTER, TOTAL, BASKET_REF, NONE)
    total = 0
    yield record(LOOP_ENTER, 1, *wide(total))
    for name, price in [(TEA, 4), (LID, 12)]:
        yield record(ENTER, PRICE_OF, BASKET_REF, name)
        returned = price - 1 if price > 9 else price
        yield record(EXIT, PRICE_OF, *wide(returned), 0b111 if price > 9 else 0b101)
        total += returned
        yield record(ITERATION, 1, 0b11, *wide(total), name)
    yield record(LOOP_EXIT, 1, 0b01, *wide(total), LID)
    yield record(EXIT, TOTAL, *wide(total), 0b11)
    yield record(ENTER, IS_PAID, BASKET_REF)
    yield record(EXIT, IS_PAID, 1, 1)
    printed = b"%d True\n" % total
    yield record(STREAM, 1, len(printed)) + printed + b"\0" * (-len(printed) % 4)
    yield record(EXIT, MAIN, 1)


if __name__ == "__main__":
    write(sys.argv[1], DEFINITIONS, b"".join(run()), b"", "shop.py")
