//! What can be typed at each prompt, in words.

use crate::answers;
use crate::screen::Prompt;

const QUESTION: &str =
    "     Is what came out right for what went in? You need not look at the code.\n";

const CLOSER: &str = "     o  o PATH opens a value: o board.squares[3]; o lists the names
     source  the code with the lines that ran      output  what it printed
     tree    what is around it, with node numbers  m       more of what was long
";

const FOUND: &str = "     y  yes, that is the bug: save and quit
     n  no, it is not: lists the answers it rests on, to revise one
     c  continue with the next bug
     z  zoom: which of its lines? Asks line by line whether it was right so far
     save  save FILE.md writes the report as Markdown
";

const COMMON: &str = "     w  why this question     l  list the suspects     h  history of answers
     j  j NODE asks about a node next: a number, ROUTINE, or ROUTINE#n
     u  undo the last answer (u N: the last N, u all: everything)
     r  r N takes answer N back, whoever gave it, and asks it again
     s  s NAME changes the strategy; s lists them
     x  x NAME… changes the transformations; x lists them
     close   look into it only when it is wrong or nothing else is left
             (close NODE, close PATTERN: all calls that match; reopen undoes it)
     name    name NEW gives the loop in question a name; name LOOP NEW any loop
     a  ask again what was answered with \"don't know\"    show  this once more
     p  p lists what is seen to be wrong (output, exceptions); p N begins there
     >  > TEXT gives the running program a line of input
     q  save and quit         ?  this help
";

/// What can be typed at a prompt.
pub fn help(prompt: Prompt) -> String {
    match prompt {
        Prompt::Question => format!("{QUESTION}{}{CLOSER}{COMMON}", answers::help()),
        Prompt::Found => format!("{FOUND}{CLOSER}{COMMON}"),
        _ => COMMON.to_owned(),
    }
}

/// What stands before the cursor.
pub fn prompt(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::Question => "right? [y]es [n]o [d]on't know [t]rust [i]nadmissible [u]ndo [?] > ",
        Prompt::Found => "is that the bug? [y]es, [n]o, [c]ontinue with the next, save, [?] > ",
        Prompt::Candidates => "[a]sk again, [j NODE] ask about a node, [u]ndo, [q]uit [?] > ",
        Prompt::NoBug => "[u]ndo, [j NODE] ask about a node, [q]uit [?] > ",
        Prompt::Contradiction => "[r N] take answer N back, [u]ndo, [q]uit [?] > ",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_fits_a_small_terminal() {
        for at in [
            Prompt::Question,
            Prompt::Found,
            Prompt::Candidates,
            Prompt::NoBug,
            Prompt::Contradiction,
        ] {
            assert!(help(at).lines().count() <= 22);
            assert!(help(at).lines().all(|line| line.chars().count() <= 80));
            assert!(prompt(at).chars().count() <= 72);
        }
    }
}
