//! The files of the page, which are part of the binary: what is read in `page/` is what is served.

/// One file of the page.
pub struct Asset {
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! assets {
    ($($name:literal),* $(,)?) => {
        [$(Asset { name: $name, text: include_str!(concat!("../page/", $name)) }),*]
    };
}

/// All files of the page.
pub static ASSETS: &[Asset] = &assets![
    "diff.js",
    "dom.js",
    "export.js",
    "icicle.js",
    "icon.svg",
    "index.html",
    "keyboard.js",
    "leads.js",
    "listing.js",
    "lists.js",
    "main.js",
    "origin.js",
    "outline.js",
    "question.js",
    "report.js",
    "server.js",
    "settings.js",
    "source.js",
    "states.js",
    "steps.js",
    "stop.js",
    "store.js",
    "style.css",
    "tabs.js",
    "values.js",
    "words.js",
];

impl Asset {
    /// The file of this name.
    pub fn named(name: &str) -> Option<&'static Asset> {
        ASSETS.iter().find(|asset| asset.name == name)
    }

    pub fn content_type(&self) -> &'static str {
        match self.name.rsplit_once('.') {
            Some((_, "html")) => "text/html; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "svg")) => "image/svg+xml",
            _ => "text/plain; charset=utf-8",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The keys that a script lists, each in quotes before its words: `["y", "right",` or `"Back", ",", "step back`.
    fn keys(script: &str) -> impl Iterator<Item = &'static str> {
        let lines = Asset::named(script).unwrap().text.lines();
        let rows = lines.filter(|line| line.trim_start().starts_with("[\""));
        rows.filter_map(|row| {
            let mut words = row.split('"').skip(1).step_by(2);
            words.find(|word| word.len() == 1)
        })
    }

    #[test]
    fn the_guide_tells_all_keys() {
        let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/web.md");
        let guide = std::fs::read_to_string(guide).unwrap();
        let (_, table) = guide.split_once("\n## Keys").unwrap();
        let keys: Vec<&str> = ["keyboard.js", "steps.js", "stop.js"]
            .into_iter()
            .flat_map(keys)
            .collect();
        assert!(keys.len() > 30, "{keys:?}");
        for key in keys {
            assert!(table.contains(&format!("`{key}`")), "{key}");
        }
    }

    #[test]
    fn the_browser_fetches_all_scripts_at_once() {
        let page = Asset::named("index.html").unwrap().text;
        for script in ASSETS.iter().filter(|asset| asset.name.ends_with(".js")) {
            let fetched = [
                format!("src=\"/page/{}\"", script.name),
                format!("rel=\"modulepreload\" href=\"/page/{}\"", script.name),
            ];
            let is_fetched = fetched.iter().any(|link| page.contains(link));
            assert!(is_fetched, "{} is not in index.html", script.name);
        }
    }

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        for entry in std::fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            // Types are for the compiler that checks the scripts.
            if !name.ends_with(".d.ts") {
                assert!(Asset::named(&name).is_some(), "{name} is not listed");
            }
        }
    }
}
