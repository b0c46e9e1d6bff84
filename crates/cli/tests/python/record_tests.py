"""Writes the recording of test_price.py that a recorder for Python would make when unittest or pytest runs it.

Usage: record_tests.py unittest|pytest FOLDER. What runs is a mirror of test_price.py, record by record: a test that passes, one that is
expected to fail and one that fails, each followed by the call with which the framework says so.
"""

import sys

sys.dont_write_bytecode = True
from record_shop import IS_ARRAY, IS_TEXT, NONE, RECEIVER, STATIC, array, class_, routine, text, wide
from python_writer import record, string, varint, write

ENTER, EXIT, THROW, NEW, SIGHT = 0x01, 0x02, 0x03, 0x20, 0x22
IS_EXCEPTION = 4
PRICE_TEST, _, TUPLE, ERROR, MODULE, RESULT, RUNNER, CALL, INFORMATION, REPORT = range(1, 11)
STR = 2
METHOD, ARGS, EXCINFO, RAISED, NODEID, OUTCOME = range(1, 7)
PRICE, FREE, LATER, TEA, SUCCESS, FAILURE, EXPECTED, CHECK = range(1, 9)


def field(number, owner, name):
    return b"\x03" + varint(number) + varint(owner) + string(name) + string("object") + b"L" + varint(0)


def method(number, owner, name, lines, flags, *parameters):
    return routine(number, owner, name, lines, flags, [(name, "object", b"L") for name in parameters], b"V", "None", (lines[-1],))


DEFINITIONS = [
    b"\x01" + varint(1) + string("test_price.py") + varint(0),
    field(METHOD, PRICE_TEST, "_testMethodName"),
    field(ARGS, ERROR, "args"),
    field(EXCINFO, CALL, "excinfo"),
    field(RAISED, INFORMATION, "_excinfo"),
    field(NODEID, REPORT, "nodeid"),
    field(OUTCOME, REPORT, "outcome"),
    class_(PRICE_TEST, "test_price.PriceTest", 0, b"V", (METHOD,)),
    class_(STR, "str", IS_TEXT, b"V"),
    class_(TUPLE, "tuple", IS_ARRAY, b"L"),
    class_(ERROR, "AssertionError", IS_EXCEPTION, b"V", (ARGS,)),
    class_(MODULE, "test_price", 0, b"V"),
    class_(RESULT, "unittest.result.TestResult", 0, b"V"),
    class_(RUNNER, "_pytest.runner", 0, b"V"),
    class_(CALL, "_pytest.runner.CallInfo", 0, b"V", (EXCINFO,)),
    class_(INFORMATION, "_pytest._code.code.ExceptionInfo", 0, b"V", (RAISED,)),
    class_(REPORT, "_pytest.reports.TestReport", 0, b"V", (NODEID, OUTCOME)),
    routine(PRICE, MODULE, "price", (4, 5), STATIC, [("net", "int", b"J")], b"J", "int", (5,)),
    method(FREE, PRICE_TEST, "test_free", (9, 10), RECEIVER),
    method(LATER, PRICE_TEST, "test_later", (12, 14), RECEIVER),
    method(TEA, PRICE_TEST, "test_tea", (16, 17), RECEIVER),
]
UNITTEST = [
    method(SUCCESS, RESULT, "addSuccess", (0, 0), RECEIVER, "test"),
    method(FAILURE, RESULT, "addFailure", (0, 0), RECEIVER, "test", "err"),
    method(EXPECTED, RESULT, "addExpectedFailure", (0, 0), RECEIVER, "test", "err"),
]
PYTEST = [method(SUCCESS, RUNNER, "check_interactive_exception", (0, 0), STATIC, "call", "report")]
STRAND = [b"\x06" + varint(1) + string("MainThread")]

RESULT_REF = 0x1000


class Test:
    """One test, with numbers of its own for its objects."""

    def __init__(self, number, name, function, net, expected, outcome):
        self.first = 0x2000 + 0x100 * number
        self.name, self.function, self.net, self.expected, self.outcome = name, function, net, expected, outcome

    def object(self, nth):
        return self.first + nth

    def run(self):
        method, this, message, args, error, raised = map(self.object, range(6))
        yield text(method, self.name)
        yield record(SIGHT, PRICE_TEST, this, method)
        yield record(ENTER, self.function, this)
        yield record(ENTER, PRICE, *wide(self.net))
        returned = self.net + 2
        yield record(EXIT, PRICE, *wide(returned), 1)
        if returned == self.expected:
            yield record(EXIT, self.function, 1)
        else:
            yield text(message, f"{returned} != {self.expected}")
            yield array(TUPLE, args, message)
            yield record(SIGHT, ERROR, error, args)
            yield record(THROW, self.function, error, 1)
            yield array(TUPLE, raised, NONE, error, NONE)

    def unittest(self):
        _, this, _, _, _, raised = map(self.object, range(6))
        says = {"passed": (SUCCESS, this), "failed": (FAILURE, this, raised), "skipped": (EXPECTED, this, raised)}
        number, *arguments = says[self.outcome]
        yield record(ENTER, number, RESULT_REF, *arguments)
        yield record(EXIT, number, 1)

    def pytest(self):
        raised, information, call, node, outcome, report = map(self.object, range(5, 11))
        if self.outcome != "passed":
            yield record(SIGHT, INFORMATION, information, raised)
        yield record(SIGHT, CALL, call, NONE if self.outcome == "passed" else information)
        yield text(node, f"tests/test_price.py::PriceTest::{self.name}")
        yield text(outcome, self.outcome)
        yield record(SIGHT, REPORT, report, node, outcome)
        yield record(ENTER, SUCCESS, call, report)
        yield record(EXIT, SUCCESS, 1)


TESTS = [
    Test(0, "test_free", FREE, -2, 0, "passed"),
    Test(1, "test_later", LATER, 1, 2, "skipped"),
    Test(2, "test_tea", TEA, 4, 5, "failed"),
]

if __name__ == "__main__":
    framework, folder = sys.argv[1:]
    own = UNITTEST if framework == "unittest" else PYTEST
    records = [record(NEW, RESULT, RESULT_REF)]
    for test in TESTS:
        records += test.run()
        records += getattr(test, framework)()
    write(folder, DEFINITIONS + own + STRAND, b"".join(records), b"", "test_price.py")
