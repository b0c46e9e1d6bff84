//! Small programs, recorded: what happened is what the trace says.

use crate::support::{Program, Run, jdks};

const TINY: &str = include_str!("../java/record/Tiny.java");

/// Calls with arguments and results, a constructor, writes to fields, statics and arrays, loops, an exception, a list.
const TINY_STORY: &str = r#"
sight String[]#1 length 0 []
Tiny.main(args=String[]#1)
  Tiny.<init>(x=3, name="three")
    new Tiny#2
    this=Tiny#2
    Tiny#2.x = 3
    Tiny#2.name = "three"
  = void lines 4
  sight int[]#3 length 4 []
  loop 11 (args=String[]#1, t=Tiny#2, a=int[]#3, i=0)
    Tiny.add(this=Tiny#2, y=0)
      Tiny#2.x = 3
      Tiny.total = 1
    = 3 lines 5
    int[]#3[0] = 3
    turn (i=1) lines 11
    Tiny.add(this=Tiny#2, y=1)
      Tiny#2.x = 4
      Tiny.total = 2
    = 4 lines 5
    int[]#3[1] = 4
    turn (i=2) lines 11
    Tiny.add(this=Tiny#2, y=2)
      Tiny#2.x = 6
      Tiny.total = 3
    = 6 lines 5
    int[]#3[2] = 6
    turn (i=3) lines 11
    Tiny.add(this=Tiny#2, y=3)
      Tiny#2.x = 9
      Tiny.total = 4
    = 9 lines 5
    int[]#3[3] = 9
    turn (i=4) lines 11
  done (i=4) lines 11
  Tiny.sum(a=int[]#3)
    loop 6 (a=int[]#3, s=0, i=0)
      turn (s=3, i=1) lines 6
      turn (s=7, i=2) lines 6
      turn (s=13, i=3) lines 6
      turn (s=22, i=4) lines 6
    done (s=22, i=4) lines 6
  = 22 lines 6
  Tiny.fail(why="oops")
    sight IllegalStateException#4 {detailMessage="oops", cause=IllegalStateException#4}
  throws IllegalStateException#4 lines 7
  sight ArrayList#6 {elementData=Object[]#5, size=2}
  sight Object[]#5 length 10 ["x", "three"]
  Tiny.show(l=ArrayList#6)
  = void lines 17
  Object[]#5[2] = "later"
  ArrayList#6.size = 3
  Tiny.show(l=ArrayList#6)
  = void lines 17
= void lines 9 10 11 12 13 14 15 16
ends
"#;

#[test]
fn a_small_program_is_recorded_event_by_event() {
    for home in jdks() {
        let program = Program::single(&home, "Tiny", TINY);
        let recording = program.record("Tiny", &Run::default());
        assert_eq!(
            recording.stdout(),
            "22\noops\n[x, three]\n[x, three, later]\n"
        );
        assert_eq!(recording.stderr(), "");
        let decoded = recording.decoded();
        let story = decoded.story().join("\n");
        assert_eq!(story, TINY_STORY.trim(), "on {}", home.display());
        assert_eq!(decoded.streams[1], recording.output.stdout);
    }
}
