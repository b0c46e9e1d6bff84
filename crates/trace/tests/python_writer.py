"""A second writer of traces, from docs/design/trace-format.md alone and with the standard library only.

Usage: python_writer.py FOLDER [MINOR]. Writes format 1.MINOR, 1.1 unless told otherwise. Records a made-up run of

    def main(n):            # line 1
        box = Box()         # line 2
        for i in range(n):  # line 3
            box.add(i)      # line 4
        return box.total    # line 5

once through a sealed frame and, from the second half on, only through a ring slot, as if the program had been killed.
"""

import json
import os
import struct
import sys

MASK = (1 << 64) - 1
MINOR = int(sys.argv[2]) if __name__ == "__main__" and len(sys.argv) > 2 else 1


# --- XXH3-64 for inputs of any length, seed 0 (only what checksums need) -----------------------------------------------

SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
    "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8a8"
    "fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb17"
    "0ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
P32 = [0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D]
P64 = [0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5]


def r32(data, at):
    return struct.unpack_from("<I", data, at)[0]


def r64(data, at):
    return struct.unpack_from("<Q", data, at)[0]


def fold(a, b):
    product = a * b
    return (product & MASK) ^ (product >> 64)


def avalanche(h):
    h ^= h >> 37
    h = h * 0x165667919E3779F9 & MASK
    return h ^ h >> 32


def avalanche64(h):
    h ^= h >> 33
    h = h * P64[1] & MASK
    h ^= h >> 29
    h = h * P64[2] & MASK
    return h ^ h >> 32


def mix16(data, at, secret):
    return fold(r64(data, at) ^ r64(SECRET, secret), r64(data, at + 8) ^ r64(SECRET, secret + 8))


def xxh3(data):
    n = len(data)
    if n == 0:
        return avalanche64(r64(SECRET, 56) ^ r64(SECRET, 64))
    if n < 4:
        combined = data[0] << 16 | data[n >> 1] << 24 | data[n - 1] | n << 8
        return avalanche64(combined ^ (r32(SECRET, 0) ^ r32(SECRET, 4)))
    if n <= 8:
        combined = r32(data, n - 4) + (r32(data, 0) << 32) & MASK
        h = combined ^ (r64(SECRET, 8) ^ r64(SECRET, 16))
        h ^= (h << 49 | h >> 15) & MASK ^ (h << 24 | h >> 40) & MASK
        h = h * 0x9FB21C651E98DF25 & MASK
        h ^= (h >> 35) + n & MASK
        h = h * 0x9FB21C651E98DF25 & MASK
        return h ^ h >> 28
    if n <= 16:
        low = r64(data, 0) ^ (r64(SECRET, 24) ^ r64(SECRET, 32))
        high = r64(data, n - 8) ^ (r64(SECRET, 40) ^ r64(SECRET, 48))
        swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
        return avalanche(n + swapped + high + fold(low, high) & MASK)
    if n <= 128:
        h = n * P64[0] & MASK
        for i in reversed(range((n - 1) // 32 + 1)):
            h += mix16(data, 16 * i, 32 * i) + mix16(data, n - 16 * (i + 1), 32 * i + 16)
        return avalanche(h & MASK)
    if n <= 240:
        h = n * P64[0] & MASK
        for i in range(8):
            h += mix16(data, 16 * i, 16 * i)
        h = avalanche(h & MASK)
        for i in range(8, n // 16):
            h += mix16(data, 16 * i, 16 * (i - 8) + 3)
        return avalanche(h + mix16(data, n - 16, 136 - 17) & MASK)
    acc = [P32[2], P64[0], P64[1], P64[2], P64[3], P32[1], P64[4], P32[0]]

    def accumulate(at, secret):
        for i in range(8):
            value = r64(data, at + 8 * i)
            key = value ^ r64(SECRET, secret + 8 * i)
            acc[i ^ 1] = acc[i ^ 1] + value & MASK
            acc[i] = acc[i] + (key & 0xFFFFFFFF) * (key >> 32) & MASK

    stripes = (len(SECRET) - 64) // 8
    block = 64 * stripes
    blocks = (n - 1) // block
    for b in range(blocks):
        for s in range(stripes):
            accumulate(b * block + 64 * s, 8 * s)
        for i in range(8):
            value = acc[i]
            acc[i] = (value ^ value >> 47 ^ r64(SECRET, len(SECRET) - 64 + 8 * i)) * P32[0] & MASK
    for s in range((n - 1 - blocks * block) // 64):
        accumulate(blocks * block + 64 * s, 8 * s)
    accumulate(n - 64, len(SECRET) - 64 - 7)
    h = n * P64[0] & MASK
    for i in range(4):
        h += fold(acc[2 * i] ^ r64(SECRET, 11 + 16 * i), acc[2 * i + 1] ^ r64(SECRET, 19 + 16 * i))
    return avalanche(h & MASK)


# --- Definitions --------------------------------------------------------------------------------------------------------

def varint(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def string(text):
    data = text.encode()
    return varint(len(data)) + data


def listing(items):
    return varint(len(items)) + b"".join(items)


def block(*lines):
    before, deltas = 0, []
    for line in lines:
        deltas.append(varint(line - before))
        before = line
    return listing(deltas)


def file_header(kind):
    return b"ELENCHUS" + kind + b"\0" + struct.pack("<HHH", 1, MINOR, 0)


def entry(payload):
    return struct.pack("<II", len(payload), xxh3(payload) & 0xFFFFFFFF) + payload


def variable(name, type_name, kind):
    return string(name) + string(type_name) + kind


DEFINITIONS = [
    b"\x01" + varint(1) + string("box.py") + varint(0),
    b"\x03" + varint(1) + varint(1) + string("total") + string("int") + b"I" + varint(0),
    b"\x02" + varint(1) + string("Box") + varint(0) + varint(1) + b"\0" + varint(0) + b"V" + listing([varint(1)]) + listing([]),
    # main(n) -> int; one word of block bits for the blocks of lines 1-2 and 5.
    b"\x04" + varint(1) + varint(1) + string("main") + string("(n)") + varint(1) + varint(1) + varint(5) + varint(2)
    + listing([variable("n", "int", b"I")]) + b"I" + string("int") + b"\x01" + listing([block(1, 2), block(5)]) + struct.pack("<Q", 7),
    # Box.add(self, i) -> None, no block bits.
    b"\x04" + varint(2) + varint(1) + string("add") + string("(i)") + varint(1) + varint(8) + varint(9) + varint(1)
    + listing([variable("i", "int", b"I")]) + b"V" + string("") + b"\0" + listing([block(9)]) + struct.pack("<Q", 8),
    # The loop of lines 3-4 with its variable i, alive at the header and assigned by the loop.
    b"\x05" + varint(1) + varint(1) + varint(0) + varint(3) + varint(4)
    + listing([variable("i", "int", b"I") + b"\x03"]) + b"\x01" + listing([block(3), block(4)]),
    b"\x06" + varint(1) + string("MainThread"),
]


# --- Records ------------------------------------------------------------------------------------------------------------

ENTER, EXIT, LOOP_ENTER, ITERATION, LOOP_EXIT, PUT_FIELD, NEW, STREAM = 0x01, 0x02, 0x08, 0x09, 0x0B, 0x10, 0x20, 0x30
BOX = 0x1000


def record(tag, operand, *words):
    return struct.pack("<I", tag | operand << 8) + b"".join(struct.pack("<I", word) for word in words)


def run(n):
    """The records of main(n), each by itself."""
    yield record(ENTER, 1, n)
    yield record(NEW, 1, BOX)
    yield record(LOOP_ENTER, 1, 0)
    total = 0
    for i in range(n):
        yield record(ENTER, 2, BOX, i)
        total += i
        yield record(PUT_FIELD, 1, BOX, total)
        yield record(EXIT, 2)
        yield record(ITERATION, 1, 0b11, i + 1)
    yield record(LOOP_EXIT, 1, 0b01, n)
    text = ("total %d\n" % total).encode()
    yield record(STREAM, 1, len(text)) + text + b"\0" * (-len(text) % 4)
    yield record(EXIT, 1, total, 0b11)


def frame(sequence, depth, turn, records):
    body = struct.pack("<IIQIIII", 1, len(records), sequence, 1, 0, depth, len(records))
    body += struct.pack("<QQ", 1000, xxh3(records)) + b"\0" + struct.pack("<Q", turn)[:7]
    return b"ELfr" + struct.pack("<I", xxh3(body) & 0xFFFFFFFF) + body + records


def ring(sequence, depth, records, slot_bytes=4096, slots=2):
    head = file_header(b"R") + struct.pack("<III", 1, slot_bytes, slots)
    slot = struct.pack("<QIIIII", sequence, 64 + len(records), 1, 1, 0, depth).ljust(64, b"\0") + records
    assert len(slot) <= slot_bytes
    return head.ljust(4096, b"\0") + slot.ljust(slot_bytes, b"\0") + b"\0" * (slot_bytes * (slots - 1))


def write(folder, definitions, sealed, in_ring, program):
    """A trace with these records in a frame and, of a program that was killed inside one call, others in a ring."""
    os.makedirs(os.path.join(folder, "rings"))
    with open(os.path.join(folder, "definitions.eld"), "wb") as out:
        out.write(file_header(b"D") + b"".join(entry(payload) for payload in definitions))
    with open(os.path.join(folder, "frames-0001.elf"), "wb") as out:
        out.write(file_header(b"F") + frame(1, 0, 1 if MINOR > 0 else 0, sealed))
    if in_ring:
        with open(os.path.join(folder, "rings", "000001.ring"), "wb") as out:
            out.write(ring(2, 1, in_ring))
    else:
        with open(os.path.join(folder, "end.json"), "w") as out:
            json.dump({"how": "exit", "code": 0, "ended_ms": 1}, out)
    with open(os.path.join(folder, "trace.json"), "w") as out:
        json.dump({"format": "1.%d" % MINOR, "recorder": "python_writer", "language": "python", "program": program}, out)


def main(folder):
    records = list(run(10))
    # The cut lies inside main and its loop, between two iterations: one call is open there.
    half = 3 + 4 * 5
    write(folder, DEFINITIONS, b"".join(records[:half]), b"".join(records[half:]), "box.py")


if __name__ == "__main__":
    main(sys.argv[1])
