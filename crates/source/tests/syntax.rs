//! Routines, loops, triviality and lookups on one sample file.

use elenchus_source::{
    ContentHash, Java, LineRange, Lookup, LoopKind, LoopPart, Routine, RoutineKind, SourceFile,
    Trivial,
};
use std::path::Path;

fn sample() -> SourceFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/Sample.java");
    SourceFile::load(&path, None)
        .expect("the sample is there")
        .with_syntax(&Java)
}

fn java(text: &str) -> SourceFile {
    SourceFile::from_bytes(Path::new("A.java"), text.as_bytes(), None).with_syntax(&Java)
}

/// The line of the only place where `text` occurs.
fn line_with(file: &SourceFile, text: &str) -> u32 {
    let mut places = file.text().match_indices(text);
    let (at, _) = places.next().expect("text occurs");
    assert!(places.next().is_none(), "`{text}` occurs twice");
    file.line_of(at)
}

fn find<'f>(file: &'f SourceFile, name: &str, line: u32) -> &'f Routine {
    let lookup = Lookup {
        name,
        line,
        ..Lookup::default()
    };
    file.find_routine(lookup).expect("routine is found")
}

#[test]
fn a_routine_is_found_by_name_and_line() {
    let file = sample();
    let work = find(&file, "work", line_with(&file, "int sum = 0;"));
    assert_eq!(work.kind, RoutineKind::Method);
    assert_eq!(work.class, "Sample");
    assert_eq!(file.outline().package.as_deref(), Some("org.example"));
    assert_eq!(
        file.one_line(work.header),
        "int work(final int[] array, List<? extends T> items, String... names)"
    );
    let first = line_with(&file, "int work(");
    assert_eq!(
        work.lines,
        LineRange::new(first, line_with(&file, "return sum;") + 1)
    );
    let parameters: Vec<(&str, &str)> = work
        .parameters
        .iter()
        .map(|parameter| (parameter.name.as_str(), parameter.type_name.as_str()))
        .collect();
    assert_eq!(
        parameters,
        [
            ("array", "int[]"),
            ("items", "List<? extends T>"),
            ("names", "String...")
        ]
    );
}

#[test]
fn routines_inside_a_routine_are_their_own() {
    let file = sample();
    let lambda_line = line_with(&file, "for (String name : names)");
    let lambda = find(&file, "lambda$work$0", lambda_line);
    assert_eq!(lambda.kind, RoutineKind::Lambda);
    assert_eq!(lambda.loops.len(), 1);
    assert_eq!(lambda.loops[0].label, "lambda_loop1");

    let twice = find(&file, "twice", line_with(&file, "int twice"));
    assert_eq!(twice.class, "Sample$1");
    assert_eq!(twice.loops[0].label, "twice_loop1");
    assert_eq!(twice.parameters[0].name, "n");
}

#[test]
fn constructors_and_initialisers() {
    let file = sample();
    let block = find(&file, "<init>", line_with(&file, "for (int c : cells)"));
    assert_eq!(block.kind, RoutineKind::InstanceInitialiser);
    assert_eq!(block.loops[0].label, "initialiser_loop1");
    let fixed = find(&file, "<clinit>", line_with(&file, "for (int s = 0"));
    assert_eq!(fixed.kind, RoutineKind::StaticInitialiser);
    assert_eq!(fixed.loops[0].label, "static_loop1");

    // A field initialiser belongs to no constructor's lines; the number of parameters decides.
    let of_arity = |count| {
        file.find_routine(Lookup {
            name: "<init>",
            line: line_with(&file, "private boolean ready = false;"),
            parameters: Some(count),
            class: Some("org/example/Sample"),
        })
        .map(|routine| routine.lines.first)
    };
    assert_eq!(of_arity(1), Some(line_with(&file, "Sample(int x) {")));
    assert_eq!(of_arity(2), None, "two constructors have two parameters");

    let compact = find(&file, "<init>", line_with(&file, "if (left > right)"));
    assert_eq!(compact.class, "Sample$Pair");
    assert_eq!(compact.parameters.len(), 2);
    assert_eq!(compact.kind, RoutineKind::Constructor);
}

#[test]
fn what_the_compiler_writes_is_generated() {
    let file = sample();
    let record = line_with(&file, "record Pair");
    let left = find(&file, "left", record);
    assert_eq!(
        (left.kind, left.trivial),
        (RoutineKind::Implicit, Some(Trivial::Generated))
    );
    let right = find(&file, "right", line_with(&file, "public int right()"));
    assert_eq!(
        (right.kind, right.trivial),
        (RoutineKind::Method, Some(Trivial::Getter))
    );
    let values = find(&file, "values", line_with(&file, "enum Colour"));
    assert_eq!(values.trivial, Some(Trivial::Generated));
    let constant = file
        .find_routine(Lookup {
            name: "shade",
            line: line_with(&file, "enum Colour"),
            class: Some("org.example.Sample$Colour$1"),
            ..Lookup::default()
        })
        .expect("found");
    assert!(file.fragment(constant.span).contains("return 1"));
    let default = find(
        &file,
        "<init>",
        line_with(&file, "abstract static class Inner"),
    );
    assert_eq!(
        (default.class.as_str(), default.trivial),
        ("Sample$Inner", Some(Trivial::Generated))
    );
}

#[test]
fn trivial_routines_by_syntax() {
    let file = sample();
    let of = |text: &str, name: &str| find(&file, name, line_with(&file, text)).trivial;
    assert_eq!(of("int getX()", "getX"), Some(Trivial::Getter));
    assert_eq!(of("int x()", "x"), Some(Trivial::Getter));
    assert_eq!(of("boolean isReady()", "isReady"), Some(Trivial::Getter));
    assert_eq!(of("int size()", "size"), Some(Trivial::Accessor));
    assert_eq!(of("int two()", "two"), None, "the literal may be wrong");
    assert_eq!(of("void setX(", "setX"), Some(Trivial::Setter));
    assert_eq!(of("withX(", "withX"), Some(Trivial::Setter));
    assert_eq!(
        of("void setReady", "setReady"),
        None,
        "it sets its own parameter"
    );
    assert_eq!(of("int getReady", "getReady"), None);
}

#[test]
fn trivial_constructors_use_every_parameter_and_run_nothing_else() {
    let of = |constructor: &str, member: &str| {
        let file = java(&format!(
            "class A extends B {{ int x, y; {member}\n{constructor} }}"
        ));
        find(&file, "<init>", 2).trivial
    };
    let trivial = Some(Trivial::DelegatingConstructor);
    let copies = "A(int x, int y) { this.x = x; this.y = y; }";
    assert_eq!(of(copies, ""), trivial);
    assert_eq!(
        of("A(int x, int y) { super(x); this.y = y; /* done */ }", ""),
        trivial
    );
    assert_eq!(of("A(int x, int y) { super(x, y); }", ""), trivial);
    assert_eq!(of("A() { }", ""), trivial);
    for suspicious in [
        "A(int x, int y) { this.x = x; }",
        "A(int x, int y) { this.x = y; this.y = x; }",
        "A(int x, int y) { this.x = x; this.x = x; }",
        "A(int x, int y) { super(y, x); }",
        "A(int x, int y) { super(x, 1); this.y = y; }",
        "A(int x, int y) { x = x; this.y = y; }",
        "A(int x, int y) { this.x = x; this.y = z; }",
        "A(int x, int y) { this.x = x; this.y = y; check(); }",
    ] {
        assert_eq!(of(suspicious, ""), None, "{suspicious}");
    }
    assert_eq!(of(copies, "int z = twice(3);"), None, "an initialiser runs");
    assert_eq!(of(copies, "{ x = 1; }"), None, "a block runs");
    assert_eq!(of(copies, "static int z = 3;"), trivial);
}

#[test]
fn loops_in_source_order() {
    let file = sample();
    let work = find(&file, "work", line_with(&file, "int sum = 0;"));
    let loops: Vec<_> = work
        .loops
        .iter()
        .map(|l| (l.label.as_str(), l.kind, l.parent))
        .collect();
    assert_eq!(
        loops,
        [
            ("outer", LoopKind::For, None),
            ("work_loop2", LoopKind::Do, Some(0)),
            ("work_loop3", LoopKind::While, Some(0)),
            ("work_loop4", LoopKind::For, None),
            ("work_loop5", LoopKind::ForEach, None),
            ("work_loop6", LoopKind::For, Some(4)),
        ]
    );
}

#[test]
fn the_parts_of_a_loop() {
    let file = sample();
    let work = find(&file, "work", line_with(&file, "int sum = 0;"));
    let outer = &work.loops[0];
    let part = |part| outer.part(part).map(|span| file.one_line(span));
    assert_eq!(
        part(LoopPart::Initialiser).as_deref(),
        Some("int i = 0, j = 9")
    );
    assert_eq!(
        part(LoopPart::Condition).as_deref(),
        Some("i < array.length && j > 0")
    );
    assert_eq!(part(LoopPart::Update).as_deref(), Some("i++, j--"));
    assert_eq!(outer.variables, ["i", "j"]);
    assert_eq!(
        file.one_line(outer.header),
        "for (int i = 0, j = 9; i < array.length && j > 0; i++, j--)"
    );
    assert_eq!(
        outer.bounds_text(&file),
        "initialiser `int i = 0, j = 9`, condition `i < array.length && j > 0` or update `i++, j--`"
    );
    assert!(file.fragment(outer.body).starts_with('{'));

    let repeat = &work.loops[1];
    assert_eq!(file.one_line(repeat.header), "while (sum < 3);");
    assert_eq!(repeat.bounds_text(&file), "condition `sum < 3`");
    assert_eq!(
        work.loops[3].bounds_text(&file),
        "body, which alone ends it"
    );
    assert_eq!(work.loops[4].bounds_text(&file), "bounds `items`");
    assert_eq!(work.loops[4].variables, ["item"]);
}

#[test]
fn loops_are_found_by_the_lines_class_files_give() {
    let file = sample();
    let work = find(&file, "work", line_with(&file, "int sum = 0;"));
    let for_line = line_with(&file, "for (int i = 0, j = 9");
    let body_of_do = line_with(&file, "sum += i;");
    let body_of_while = line_with(&file, "if (sum > 2)");
    let endless = line_with(&file, "for (;;)");
    let two_on_a_line = line_with(&file, "for (T item : items)");
    // The second half repeats the first, as the copies of a finally block do.
    let lines = [
        for_line,
        body_of_do,
        body_of_while,
        endless,
        two_on_a_line,
        two_on_a_line,
        two_on_a_line,
        two_on_a_line,
    ];
    let expected = [0, 1, 2, 3, 4, 5, 4, 5].map(Some);
    assert_eq!(work.match_loops(&lines), expected);
    let second_condition_line = line_with(&file, "&& j > 0");
    assert_eq!(work.match_loops(&[second_condition_line]), [Some(0)]);
    assert_eq!(work.match_loops(&[1, u32::MAX]), [None, None]);
}

#[test]
fn overloads_on_one_line_are_told_apart() {
    let file = java("class A { int f() { return 1; } int f(int a) { return a; } }");
    let of = |count| {
        let lookup = Lookup {
            name: "f",
            line: 1,
            parameters: Some(count),
            class: None,
        };
        file.find_routine(lookup).map(|r| r.parameters.len())
    };
    assert_eq!((of(0), of(1)), (Some(0), Some(1)));
}

#[test]
fn an_edited_file_still_finds_a_unique_name() {
    let file = java("class A {\n int f() { return 1; } }");
    assert_eq!(find(&file, "f", 99).lines.first, 2);
    let lookup = Lookup {
        name: "g",
        line: 2,
        ..Lookup::default()
    };
    assert!(file.find_routine(lookup).is_none());
}

#[test]
fn a_fingerprint_follows_the_code_and_nothing_else() {
    let print = |text: &str| -> ContentHash {
        let file = java(text);
        file.outline().fingerprint(&file, find(&file, "f", 1))
    };
    let base = print("class A { int f(int a) { return a + 1; } }");
    assert_eq!(
        base,
        print("class A { int f(int a) { return a+1; /* one */ } int g; }")
    );
    assert_ne!(base, print("class A { int f(int a) { return a + 2; } }"));
    assert_ne!(base, print("class A { int f(int a) { return a - 1; } }"));
}

#[test]
fn broken_sources_keep_what_can_be_recognised() {
    let file = java(
        "class A {\n int f( { for (int i = 0; i < 3; i++) { g(; } }\n int h() { while (x) y(); } ",
    );
    let h = find(&file, "h", 3);
    assert_eq!(h.loops.len(), 1);
}

#[test]
fn assertions_tell_what_calls_had_to_return() {
    let file = java(
        r#"class CartTest {
            void adds() {
                int sum = cart.sum(), left = cart.left("plum");
                left = 0;
                assertEquals(290, cart.total());
                assertEquals("two pears", -1, cart.left("pear"));
                assertEquals(cart.name(), "mine", "whose it is");
                assertTrue(cart.isFull());
                assertThat(cart.weight()).isEqualTo(2.5);
                assertEquals(limit, cart.limit());
                for (int i = 0; i < 2; i++) assertEquals(1, cart.step());
                assertEquals(4, sum);
                assertEquals(0, left);
                assertEquals(new BigDecimal("9.50"), cart
                    .price());
                assertEquals("what it weighs", 0.3, cart.grams(), 1e-9);
                assertEquals(cart.first(), cart.last());
            }
        }"#,
    );
    let routine = find(&file, "adds", 3);
    let found = elenchus_source::Syntax::assertions(&Java, &file, routine);
    assert!(found.iter().any(|a| (a.line, a.ends) == (14, 15)));
    let found: Vec<(u32, u32, &str, &str, Option<&str>)> = found
        .iter()
        .map(|a| {
            let within = a.within.as_deref();
            (
                a.line,
                a.call_line,
                a.call.as_str(),
                a.expected.as_str(),
                within,
            )
        })
        .collect();
    // Steps are taken in a loop, what is left was written again, and nobody knows the limit.
    assert_eq!(
        found,
        [
            (5, 5, "total", "290", None),
            (6, 6, "left", "-1", None),
            (7, 7, "name", "\"mine\"", None),
            (8, 8, "isFull", "true", None),
            (9, 9, "weight", "2.5", None),
            (12, 3, "sum", "4", None),
            (14, 15, "price", "\"9.50\"", None),
            (16, 16, "grams", "0.3", Some("1e-9")),
        ]
    );
}
