#!/usr/bin/env python3
"""Writes random, deterministic Java programs that write down their own calls and state.

    generate.py --seed 1 --count 50 --out FOLDER

makes the packages FOLDER/seed1 … FOLDER/seed50, each with Main.java and Log.java, and FOLDER/All.java, which runs them one
after the other. A program writes its events to the file that is its first argument (README.md beside this file describes
them) and a checksum to the standard output. The same seed gives the same program with every version of Python from 3.8 on,
because only Random.random is used.
"""

import argparse
import pathlib

from writing import Choice, Scope, Text

MIN_LINES = 220
INT_FIELDS = ("value", "weight")


class Program:
    def __init__(self, seed):
        self.seed = seed
        self.choose = Choice(seed)
        self.text = Text()
        self.methods = self.choose.between(6, 9)
        self.names = 0

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    # Expressions: all int, free of side effects and of exceptions.

    def expression(self, scope, depth=2):
        choose = self.choose
        if depth == 0 or choose.chance(25):
            atoms = scope.readable + [str(choose.between(-9, 20)), "Main.count"]
            if scope.cells:
                atoms.append(f"{choose.of(scope.cells)}.{choose.of(INT_FIELDS)}")
            if scope.arrays:
                atoms.append(f"{choose.of(scope.arrays)}[{choose.below(3)}]")
            return choose.of(atoms)
        left, right = self.expression(scope, depth - 1), self.expression(scope, depth - 1)
        form = choose.of(["{} + {}", "{} - {}", "({}) * ({} & 3)", "(({}) ^ ({}))", "(({}) % 17 + ({}))", "Math.max({}, {})"])
        return form.format(left, right)

    def condition(self, scope):
        """Never a constant: the compiler would leave branches out, and loops that always end in their first iteration."""
        choose = self.choose
        left = f"({choose.of(scope.readable)} + {self.expression(scope, 1)})"
        return choose.of([f"{left} % {choose.between(2, 4)} == 0", f"{left} > {choose.between(-5, 30)}",
                          f"{left} < {self.expression(scope, 1)}"])

    # Statements.

    def block(self, scope, size, depth):
        for _ in range(size):
            self.statement(scope, depth)

    def statement(self, scope, depth):
        plain = [self.assign, self.assign, self.assign_either, self.write_field, self.write_other_field, self.write_static,
                 self.write_element, self.write_other_element, self.copy_elements, self.call, self.call]
        nested = [self.branch, self.for_loop, self.other_loop, self.while_loop, self.endless_loop, self.do_loop,
                  self.each_loop, self.each_of_list, self.labelled_loops, self.attempt, self.cleanup, self.resource,
                  self.synchronised, self.choice, self.choice_of_text, self.choice_of_value, self.lambda_call]
        kinds = plain + nested if depth > 0 else plain
        self.choose.of(kinds)(scope, depth)

    def assign(self, scope, _depth):
        target = self.choose.of(scope.assignable)
        self.text.run(f"{target} = {self.expression(scope)};")

    def assign_either(self, scope, _depth):
        target = self.choose.of(scope.assignable)
        self.text.run(f"{target} = {self.condition(scope)}")
        self.text.add(f"        ? {self.expression(scope, 1)}")
        self.text.add(f"        : {self.expression(scope, 1)};")

    def logged_write(self, name, place, value, kind="int"):
        old = self.fresh("old")
        self.text.run(f"{kind} {old} = {place};")
        self.text.run(f"{place} = {value};")
        self.text.run(f"Log.write({name}, {old}, {place});")

    def write_field(self, scope, depth):
        if not scope.cells:
            return self.assign(scope, depth)
        cell, field = self.choose.of(scope.cells), self.choose.of(INT_FIELDS)
        self.logged_write(f'Log.name({cell}) + ".{field}"', f"{cell}.{field}", self.expression(scope))

    def write_other_field(self, scope, depth):
        if not scope.cells:
            return self.assign(scope, depth)
        cell, number = self.choose.of(scope.cells), self.expression(scope, 1)
        field, kind, value = self.choose.of([("total", "long", f"({number}) * 3000000007L"), ("odd", "boolean", f"({number}) % 2 != 0"),
                                             ("label", "String", f'({number}) > 9 ? null : "n" + ({number})')])
        self.logged_write(f'Log.name({cell}) + ".{field}"', f"{cell}.{field}", value, kind)

    def write_static(self, scope, _depth):
        self.logged_write('"Main.count"', "Main.count", self.expression(scope, 1))

    def write_element(self, scope, depth):
        if not scope.arrays:
            return self.assign(scope, depth)
        array, index = self.choose.of(scope.arrays), self.choose.below(3)
        self.logged_write(f'Log.name({array}) + "[{index}]"', f"{array}[{index}]", self.expression(scope, 1))

    def write_other_element(self, scope, _depth):
        """An array of its own, so that its contents are known from its beginning."""
        array, number = self.fresh("array"), self.expression(scope, 1)
        kind, value = self.choose.of([("long", f"({number}) * 3000000007L"), ("boolean", f"({number}) % 2 == 0"),
                                      ("String", f'"n" + ({number})'), ("char", f"(char) ('a' + (({number}) & 7))"),
                                      ("Cell", scope.cells[0] if scope.cells else "null")])
        self.text.run(f"{kind}[] {array} = new {kind}[2];")
        self.logged_write(f'Log.name({array}) + "[1]"', f"{array}[1]", value, kind)

    def copy_elements(self, scope, depth):
        """Library code writes them; elements that stay the same cannot be told from those that were not written."""
        if not scope.arrays:
            return self.assign(scope, depth)
        array, source = self.choose.of(scope.arrays), self.choose.of(scope.arrays)
        self.text.run(f"Log.keep({array});")
        self.text.run(self.choose.of([f"System.arraycopy({source}, 0, {array}, 1, 2);",
                                      f"java.util.Arrays.fill({array}, {self.expression(scope, 1)});",
                                      f"java.util.Arrays.fill({array}, 1, 3, {self.expression(scope, 1)});"]))
        self.text.run(f"Log.changed({array});")

    def call(self, scope, _depth):
        choose = self.choose
        target = choose.of(scope.assignable)
        if choose.chance(10):
            self.text.run(f"{target} = Late.get({self.expression(scope, 1)});")
            return
        if scope.cells and choose.chance(45):
            cell = choose.of(scope.cells)
            form = choose.of(["{c}.add({e})", "{c}.scaled(d - 1, {e})", "{c}.score()"])
            self.text.run(f"{target} = {form.format(c=cell, e=self.expression(scope, 1))};")
            return
        arguments = f"d - 1, {self.expression(scope, 1)}"
        if scope.arrays and scope.cells:
            arguments += f", {choose.of(scope.arrays)}, {choose.of(scope.cells)}"
        else:
            arguments += ", new int[3], new Cell(1)"
        self.text.run(f"{target} = m{choose.below(self.methods)}({arguments});")

    def branch(self, scope, depth):
        if self.choose.chance(70):
            self.text.run(f"if ({self.condition(scope)}) {{")
        else:
            self.text.run(f"if ({self.condition(scope)}")
            self.text.add(f"        {self.choose.of(['&&', '||'])} {self.condition(scope)}")
            self.text.add(f"        {self.choose.of(['&&', '||'])} {self.condition(scope)}) {{")
        self.block(scope, self.choose.between(1, 2), depth - 1)
        if self.choose.chance(60):
            self.text.add("} else {")
            self.block(scope, self.choose.between(1, 2), depth - 1)
        self.text.add("}")

    def loop_body(self, scope, depth, *variables):
        self.begin_iteration(*variables, "s")
        inner = scope.with_variables(*variables)
        self.block(inner, self.choose.between(1, 2), depth - 1)
        self.jump(inner)
        if scope.routine and self.choose.chance(15):
            self.text.run(f"if ({self.condition(inner)}) {{")
            self.leave_routine(inner)
            self.text.add("}")

    def jump(self, scope):
        if self.choose.chance(25):
            self.text.run(f"if ({self.condition(scope)}) {{")
            self.text.add(self.choose.of(["break;", "continue;"]))
            self.text.add("}")

    def begin_iteration(self, *variables):
        shown = ", ".join(f'"{name}", {name}' for name in variables)
        self.text.add(f"Log.iteration({shown});")

    def leave_routine(self, scope):
        self.text.run(f'return Log.exit("Main.{scope.routine}", {self.expression(scope, 1)});')

    def for_loop(self, scope, depth):
        i = self.fresh("i")
        self.text.add(f'Log.loop("for@{self.text.next_line + 1}");')
        self.text.add(f"for (int {i} = {self.choose.below(2)}; {i} < {self.choose.between(0, 4)}; {i}++) {{")
        self.loop_body(scope, depth, i)
        self.text.add("}")
        self.text.add("Log.leave();")

    def other_loop(self, scope, depth):
        """The counter is not among the numbers that statements use."""
        v = self.fresh("v")
        header = self.choose.of(["long {v} = 0L; {v} * {v} < 9L; {v} += 1L", "char {v} = 'a'; {v} < 'c'; {v}++",
                                 "byte {v} = -1; {v} < 2; {v}++", "short {v} = 0; {v} < 2; {v} += 1",
                                 "double {v} = 0.5; {v} < 2.0; {v} += 0.5", "float {v} = 2.5f; {v} > 1.0f; {v} -= 0.5f",
                                 "boolean {v} = true; {v}; {v} = false", 'String {v} = "n"; {v}.length() < 3; {v} += "n"'])
        self.text.add(f'Log.loop("for@{self.text.next_line + 1}");')
        self.text.add(f"for ({header.format(v=v)}) {{")
        self.begin_iteration(v, "s")
        self.block(scope, 1, depth - 1)
        self.text.add("}")
        self.text.add("Log.leave();")

    def while_loop(self, scope, depth):
        w = self.fresh("w")
        self.text.run(f"int {w} = {self.choose.between(0, 4)};")
        self.text.add(f'Log.loop("while@{self.text.next_line + 1}");')
        if self.choose.chance(60):
            self.text.add(f"while ({w} > 0) {{")
        else:
            self.text.add(f"while ({w} > 0")
            self.text.add(f"        && ({w} < 9 || {self.condition(scope)})) {{")
        self.begin_iteration(w, "s")
        self.text.run(f"{w}--;")
        inner = scope.with_variables(w)
        self.block(inner, self.choose.between(1, 2), depth - 1)
        self.jump(inner)
        self.text.add("}")
        self.text.add("Log.leave();")

    def endless_loop(self, scope, depth):
        """Left from its middle. One that is left at its very end is the same code as a do loop."""
        w = self.fresh("w")
        self.text.run(f"int {w} = {self.choose.between(1, 4)};")
        self.text.add(f'Log.loop("while@{self.text.next_line + 1}");')
        self.text.add("while (true) {")
        self.begin_iteration(w, "s")
        self.block(scope.with_variables(w), 1, depth - 1)
        self.text.run(f"if ({w} <= 0) {{")
        self.assign(scope, depth)
        self.text.add("break;")
        self.text.add("}")
        self.text.run(f"{w} -= 1;")
        self.text.add("}")
        self.text.add("Log.leave();")

    def do_loop(self, scope, depth):
        n = self.fresh("n")
        self.text.run(f"int {n} = 0;")
        self.text.add(f'Log.loop("do@{self.text.next_line + 1}");')
        self.text.add("do {")
        self.begin_iteration(n, "s")
        self.text.run(f"{n}++;")
        inner = scope.with_variables(n)
        self.jump(inner)
        self.block(inner, self.choose.between(1, 2), depth - 1)
        self.text.add(f"}} while ({n} < {self.choose.between(1, 3)});")
        self.text.add("Log.leave();")

    def each_loop(self, scope, depth):
        if not scope.arrays:
            return self.for_loop(scope, depth)
        x = self.fresh("x")
        # The array may change while the loop runs; each element is read when its iteration begins.
        self.text.add(f'Log.loop("for-each@{self.text.next_line + 1}");')
        self.text.add(f"for (int {x} : {self.choose.of(scope.arrays)}) {{")
        self.loop_body(scope, depth, x)
        self.text.add("}")
        self.text.add("Log.leave();")

    def each_of_list(self, scope, depth):
        x = self.fresh("x")
        numbers = ", ".join(self.expression(scope, 1) for _ in range(self.choose.between(0, 3)))
        self.text.add(f'Log.loop("for-each@{self.text.next_line + 1}");')
        self.text.add(f"for ({self.choose.of(['int', 'Integer'])} {x} : java.util.List.<Integer>of({numbers})) {{")
        self.loop_body(scope, depth, x)
        self.text.add("}")
        self.text.add("Log.leave();")

    def labelled_loops(self, scope, depth):
        outer, i, j = self.fresh("outer"), self.fresh("i"), self.fresh("j")
        self.text.add(f'Log.loop("for@{self.text.next_line + 2}");')
        self.text.add(f"{outer}:")
        self.text.add(f"for (int {i} = 0; {i} < 3; {i}++) {{")
        self.begin_iteration(i, "s")
        self.text.add(f'Log.loop("for@{self.text.next_line + 1}");')
        self.text.add(f"for (int {j} = 0; {j} < 2; {j}++) {{")
        self.begin_iteration(j, "s")
        inner = scope.with_variables(i, j)
        self.block(inner, 1, depth - 1)
        self.text.run(f"if ({self.condition(inner)}) {{")
        self.text.add("Log.leave();")
        self.text.add(f"{self.choose.of(['continue', 'break'])} {outer};")
        self.text.add("}")
        self.text.add("}")
        self.text.add("Log.leave();")
        self.text.add("}")
        self.text.add("Log.leave();")

    def attempt(self, scope, depth):
        e, mark = self.fresh("e"), self.fresh("mark")
        has_finally = self.choose.chance(40)
        if has_finally:
            scope = scope.without_return()
        self.text.run(f"int {mark} = Log.mark();")
        self.text.add("try {")
        self.block(scope, 1, depth - 1)
        if self.choose.chance(50):
            self.failing_loop(scope)
        else:
            self.text.run(f"s += Main.fail({self.expression(scope, 1)});")
        self.text.add(f"}} catch (IllegalStateException {e}) {{")
        self.text.add(f"Log.caught({e}, {mark});")
        self.block(scope, 1, depth - 1)
        if has_finally:
            self.text.add("} finally {")
            self.text.add(f"Log.cleaning({mark});")
            self.assign(scope, depth)
        self.text.add("}")

    def cleanup(self, scope, depth):
        """A finally block that runs however the block before it ends; the compiler copies it to each of its exits."""
        mark = self.fresh("mark")
        self.text.run(f"int {mark} = Log.mark();")
        self.text.add("try {")
        self.block(scope.without_return(), 1, depth - 1)
        self.text.run(f"if ({self.condition(scope)}) {{")
        self.text.run(f"s += Main.fail({self.expression(scope, 1)});")
        self.text.add("}")
        self.text.add("} finally {")
        self.text.add(f"Log.cleaning({mark});")
        self.block(scope, self.choose.between(1, 2), depth - 1)
        self.text.add("}")

    def resource(self, scope, depth):
        gate = self.fresh("gate")
        self.text.run(f"try (Gate {gate} = new Gate(Log.mark(), {self.expression(scope, 1)})) {{")
        self.block(scope.without_return(), self.choose.between(1, 2), depth - 1)
        self.text.run(f"s += Main.fail({self.expression(scope, 1)});")
        self.text.add("}")

    def synchronised(self, scope, depth):
        self.text.run(f"synchronized ({self.choose.of(scope.cells) if scope.cells else 'Main.class'}) {{")
        self.block(scope, self.choose.between(1, 2), depth - 1)
        self.text.add("}")

    def failing_loop(self, scope):
        """A loop that an exception probably leaves."""
        i = self.fresh("i")
        self.text.add(f'Log.loop("for@{self.text.next_line + 1}");')
        self.text.add(f"for (int {i} = 0; {i} < 3; {i}++) {{")
        self.begin_iteration(i, "s")
        self.text.run(f"s += Main.fail({i} + {self.expression(scope, 1)});")
        self.text.add("}")
        self.text.add("Log.leave();")

    def choice(self, scope, depth):
        self.text.run(f"switch (({self.expression(scope, 1)}) & 3) {{")
        self.text.add("case 0: {")
        self.block(scope, 1, depth - 1)
        self.text.add("}")
        self.text.add("case 1: {")
        self.block(scope, 1, depth - 1)
        self.text.add("break;")
        self.text.add("}")
        self.text.add("default: {")
        self.block(scope, 1, depth - 1)
        self.text.add("}")
        self.text.add("}")

    def choice_of_text(self, scope, depth):
        self.text.run(f'switch ("n" + (({self.expression(scope, 1)}) & 3)) {{')
        for number in range(1, 1 + 2 * self.choose.between(1, 2), 2):
            self.text.add(f'case "n{number}": {{')
            self.block(scope, 1, depth - 1)
            self.text.add("break;")
            self.text.add("}")
        self.text.add('case "n0", "n2": {')
        self.block(scope, 1, depth - 1)
        self.text.add("break;")
        self.text.add("}")
        self.text.add("default: {")
        self.block(scope, 1, depth - 1)
        self.text.add("}")
        self.text.add("}")

    def choice_of_value(self, scope, depth):
        target = self.choose.of(scope.assignable)
        value = self.fresh("value")
        self.text.run(f"int {value} = switch (({self.expression(scope, 1)}) & 3) {{")
        self.text.add(f"case 0 -> {self.expression(scope, 1)};")
        self.text.add("case 1, 2 -> {")
        self.block(scope.without_return(), 1, depth - 1)
        self.text.run(f"yield {self.expression(scope, 1)};")
        self.text.add("}")
        self.text.add(f"default -> Main.fail({self.expression(scope, 1)});")
        self.text.add("};")
        self.text.run(f"{target} = {value};")

    def lambda_call(self, scope, _depth):
        f, captured, n = self.fresh("f"), self.fresh("k"), self.fresh("n")
        target = self.choose.of(scope.assignable)
        self.text.run(f"int {captured} = {self.expression(scope, 1)};")
        self.text.run(f"java.util.function.IntUnaryOperator {f} = {n} -> {{")
        self.text.add(f'Log.enter("Main.lambda", "{captured}", {captured}, "{n}", {n});')
        inner = Scope([captured, n], [], [], [], "lambda")
        self.text.run(f'return Log.exit("Main.lambda", {self.expression(inner)});')
        self.text.add("};")
        self.text.run(f"{target} = {f}.applyAsInt({self.expression(scope, 1)});")

    # Declarations.

    def method(self, index):
        name = f"m{index}"
        self.text.add(f"static int {name}(int d, int a, int[] cells, Cell cell) {{")
        self.text.add(f'Log.enter("Main.{name}", "d", d, "a", a, "cells", cells, "cell", cell);')
        self.text.add("try {")
        self.text.run("int s = a;")
        self.text.run("if (d <= 0 || Log.full()) {")
        self.text.run(f'return Log.exit("Main.{name}", s);')
        self.text.add("}")
        scope = Scope(["a", "s", "d"], ["s"], ["cells"], ["cell"], name)
        if self.choose.chance(60):
            t = self.fresh("t")
            self.text.run(f"int {t} = {self.expression(scope)};")
            scope.readable.append(t)
            scope.assignable.append(t)
        if self.choose.chance(50):
            own = self.fresh("own")
            self.text.run(f"Cell {own} = {self.choose.of(['new Cell(a)', 'new Heavy(a, 2)'])};")
            scope.cells.append(own)
        if self.choose.chance(50):
            row = self.fresh("row")
            self.text.run(f"int[] {row} = new int[3];")
            scope.arrays.append(row)
        self.block(scope, self.choose.between(3, 5), 3)
        if self.choose.chance(30):
            self.text.run(f"if ({self.condition(scope)}) {{")
            self.text.run(f'throw new IllegalStateException("{name}");')
            self.text.add("}")
        self.text.run(f'return Log.exit("Main.{name}", s);')
        self.text.add("} catch (IllegalStateException e) {")
        self.text.add(f'throw Log.thrown("Main.{name}", e);')
        self.text.add("}")
        self.text.add("}")
        self.text.add()

    def write(self):
        self.main_class()
        while self.text.next_line < MIN_LINES - 60:
            self.method(self.methods)
            self.methods += 1
        self.text.add("}")
        self.text.add()
        self.cell_classes()
        return "\n".join(self.text.lines) + "\n"

    def main_class(self):
        add = self.text.add
        run = self.text.run
        add(f"package seed{self.seed};")
        add()
        add(f"/** Generated by generate.py --seed {self.seed}. */")
        add("public class Main {")
        add("static int count;")
        add()
        add("public static void main(String[] args) throws java.io.IOException {")
        add("Log.open(args);")
        add('Log.enter("Main.main", "args", args);')
        run("int s = 0;")
        run("int mark = Log.mark();")
        for index in range(self.methods):
            add("try {")
            run(f"s = s * 31 + m{index}({self.choose.between(2, 3)}, {self.choose.between(-9, 30)}, new int[3], new Cell({index}));")
            add("} catch (IllegalStateException e) {")
            add("Log.caught(e, mark);")
            run("s++;")
            add("}")
        add('Log.exit("Main.main");')
        add("Log.close();")
        add('System.out.println(s + " " + count);')
        add("}")
        add()
        add("static int fail(int n) {")
        add('Log.enter("Main.fail", "n", n);')
        run(f"if (n % {self.choose.between(2, 5)} == 1) {{")
        run('throw Log.thrown("Main.fail", new IllegalStateException("fail " + n));')
        add("}")
        run('return Log.exit("Main.fail", n + 1);')
        add("}")
        add()
        for index in range(self.methods):
            self.method(index)

    def cell_classes(self):
        add, run = self.text.add, self.text.run
        factor = self.choose.between(2, 5)
        add("class Cell {")
        add("int value;")
        add("int weight;")
        add("long total;")
        add("boolean odd;")
        add("String label;")
        add()
        add("Cell(int value) {")
        add('Log.enter("Cell.<init>", "value", value);')
        run("if (value % 11 == 7) {")
        run('throw Log.thrown("Cell.<init>", new IllegalStateException("cell " + value));')
        add("}")
        run("this.value = value;")
        run('Log.write(Log.name(this) + ".value", 0, this.value);')
        add('Log.exit("Cell.<init>");')
        add("}")
        add()
        add("int add(int n) {")
        add('Log.enter("Cell.add", "this", this, "n", n);')
        self.logged_write('Log.name(this) + ".value"', "value", "value + n % 1000")
        run('return Log.exit("Cell.add", value);')
        add("}")
        add()
        add("int scaled(int d, int n) {")
        add('Log.enter("Cell.scaled", "this", this, "d", d, "n", n);')
        run("int s = n;")
        run("if (d > 0 && !Log.full()) {")
        run(f"s = scaled(d - 1, n / {factor}) + score();")
        add("}")
        run('return Log.exit("Cell.scaled", s);')
        add("}")
        add()
        add("int score() {")
        add('Log.enter("Cell.score", "this", this);')
        run(f'return Log.exit("Cell.score", value - {self.choose.between(0, 9)});')
        add("}")
        add("}")
        add()
        add("class Heavy extends Cell {")
        add("Heavy(int value, int weight) {")
        add('super(Log.entering(value, "Heavy.<init>", "value", value, "weight", weight));')
        run("this.weight = weight;")
        run('Log.write(Log.name(this) + ".weight", 0, this.weight);')
        add('Log.exit("Heavy.<init>");')
        add("}")
        add()
        add("@Override")
        add("int score() {")
        add('Log.enter("Heavy.score", "this", this);')
        run('return Log.exit("Heavy.score", super.score() * weight);')
        add("}")
        add("}")
        add()
        add("class Gate implements AutoCloseable {")
        add("final int mark;")
        add("int width;")
        add()
        add("Gate(int mark, int width) {")
        add('Log.enter("Gate.<init>", "mark", mark, "width", width);')
        run("this.mark = mark;")
        run('Log.write(Log.name(this) + ".mark", 0, this.mark);')
        run("this.width = width;")
        run('Log.write(Log.name(this) + ".width", 0, this.width);')
        add('Log.exit("Gate.<init>");')
        add("}")
        add()
        add("@Override")
        add("public void close() {")
        add("Log.cleaning(mark);")
        add('Log.enter("Gate.close", "this", this);')
        self.logged_write('Log.name(this) + ".width"', "width", "-1")
        add('Log.exit("Gate.close");')
        add("}")
        add("}")
        add()
        add("class Late {")
        add("static int base;")
        add()
        add("static {")
        add('Log.enter("Late.<clinit>");')
        self.logged_write('"Late.base"', "base", f"{self.choose.between(1, 9)}")
        add('Log.exit("Late.<clinit>");')
        add("}")
        add()
        add("static synchronized int get(int n) {")
        add('Log.enter("Late.get", "n", n);')
        run('return Log.exit("Late.get", n + base);')
        add("}")
        add("}")


def all_of(seeds):
    """A class that runs the programs one after the other, each with a file of events in the folder it is given."""
    runs = [f'        seed{seed}.Main.main(new String[] {{args[0] + "/seed{seed}"}});' for seed in seeds]
    return "\n".join(["public class All {", "    public static void main(String[] args) throws java.io.IOException {", *runs, "    }", "}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--count", type=int, default=1, help="how many programs, with consecutive seeds")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder to write to")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.count)
    log = (pathlib.Path(__file__).parent / "Log.java.txt").read_text(encoding="utf-8")
    for seed in seeds:
        folder = options.out / f"seed{seed}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "Main.java").write_text(Program(seed).write(), encoding="utf-8")
        (folder / "Log.java").write_text(log.replace("%PACKAGE%", f"seed{seed}"), encoding="utf-8")
    (options.out / "All.java").write_text(all_of(seeds), encoding="utf-8")


if __name__ == "__main__":
    main()
