//! What `elenchus mcp install --print` prints: how to make the server known to a client, and when to use it. Nothing is written,
//! since these files belong to the user.

/// When and how an agent uses the tools.
const SKILL: &str = include_str!("install/skill.md");

/// A sub-agent that finds one bug and reports its lines, so that the questions stay out of the main conversation.
const SUB_AGENT: &str = include_str!("install/agent.md");

/// The lines that make the server known.
const CONFIGURATION: &str = include_str!("install/configuration.json");

/// All of it, each part with the file it belongs into.
pub fn pages() -> String {
    let parts = [
        (
            ".mcp.json (or the client's own configuration)",
            CONFIGURATION,
        ),
        (".claude/skills/elenchus/SKILL.md", SKILL),
        (".claude/agents/elenchus.md", SUB_AGENT),
    ];
    let written = parts.map(|(file, text)| format!("==> {file} <==\n{text}"));
    written.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configuration_is_json() {
        let read: serde_json::Value = serde_json::from_str(CONFIGURATION).unwrap();
        assert_eq!(read["mcpServers"]["elenchus"]["args"][0], "mcp");
    }

    #[test]
    fn skill_and_agent_say_what_they_are() {
        for page in [SKILL, SUB_AGENT] {
            let mut lines = page.lines();
            assert_eq!(lines.next(), Some("---"));
            assert_eq!(lines.next(), Some("name: elenchus"));
            assert!(
                lines
                    .next()
                    .is_some_and(|line| line.starts_with("description: "))
            );
        }
    }
}
