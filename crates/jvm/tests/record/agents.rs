//! Other agents in the same JVM: Mockito's inline mock maker, which changes classes that the recorder has changed before.
//!
//! The jars come from Maven's registry the first time and are kept in the target folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Decoded, agent, assert_whole, jdks};

const POM: &str = r#"<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>elenchus</groupId><artifactId>jars</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.mockito</groupId><artifactId>mockito-core</artifactId><version>5.20.0</version></dependency>
  </dependencies>
</project>"#;

/// The folder of Mockito and what it needs.
fn mockito() -> PathBuf {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mockito-5.20.0");
    if cache.exists() {
        return cache;
    }
    let project = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    fs::write(project.path().join("pom.xml"), POM).unwrap();
    let goal = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies";
    let output = Command::new("mvn")
        .args(["-q", "-B", goal, "-DoutputDirectory=jars"])
        .current_dir(project.path())
        .output()
        .expect("this test needs Maven: install mvn");
    assert!(
        output.status.success(),
        "this test needs Mockito, and Maven's registry could not be reached:\n{}",
        String::from_utf8_lossy(&output.stdout)
    );
    fs::rename(project.path().join("jars"), &cache).unwrap();
    cache
}

#[test]
fn classes_can_be_mocked_while_they_are_recorded() {
    let jars = mockito();
    let path = format!("{}/*", jars.display());
    for home in jdks() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("Mocked.java");
        fs::write(&source, include_str!("../java/record/Mocked.java")).unwrap();
        let classes = folder.path().join("classes");
        let compiled = Command::new(home.join("bin/javac"))
            .args(["-g", "-cp", &path, "-d"])
            .args([&classes, &source])
            .output()
            .unwrap();
        assert!(compiled.status.success(), "{compiled:?}");
        let run = |trace: Option<&Path>, options: &str| {
            let mut java = Command::new(home.join("bin/java"));
            if let Some(trace) = trace {
                java.arg(format!(
                    "-agentpath:{}=trace={}{options}",
                    agent().display(),
                    trace.display()
                ));
            }
            java.arg(format!(
                "-javaagent:{}/mockito-core-5.20.0.jar",
                jars.display()
            ))
            // Otherwise the JVM says on its own account that another agent keeps it from sharing classes.
            .arg("-Xshare:off")
            .arg("-cp")
            .arg(format!("{}:{path}", classes.display()))
            .arg("Mocked")
            .env_remove("JAVA_TOOL_OPTIONS");
            java.output().unwrap()
        };
        let plain = run(None, "");
        let trace = folder.path().join("trace");
        let recorded = run(Some(&trace), "");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(
            text(&plain.stdout),
            "7\n4\n80 0\n7 7 2 1\nmocked\n[a, b] real 6 2\nclass Mocked$Service true\n"
        );
        assert_eq!(text(&recorded.stdout), text(&plain.stdout));
        assert_eq!(text(&recorded.stderr), text(&plain.stderr));
        assert_eq!(recorded.status.code(), Some(0));
        assert_whole(&trace);
        // It makes a class like one of the JDK to find out where that has a field, and writes there.
        let all = folder.path().join("all");
        let recorded = run(Some(&all), ",include=net.bytebuddy");
        assert_eq!(text(&recorded.stdout), text(&plain.stdout));
        assert_eq!(recorded.status.code(), Some(0));
        assert_whole(&all);
        let decoded = Decoded::read(&trace);
        let calls = |method: &str| {
            let lines = decoded.main().iter();
            lines.filter(|line| line.contains(method)).count()
        };
        assert_eq!(calls("Mocked$Client.ask("), 4);
        // The real service is asked before and after its class was changed for the mocks, and the spy calls through.
        assert_eq!(calls(".calls = "), 3);
        // What Mockito makes is not recorded, and what is used with it is.
        assert_eq!(calls("Mocked.sum("), 1);
        assert_eq!(calls(".find(") + calls(".put("), 0);
        assert_eq!(calls(".value = 4"), 1);
        // The class of lists was changed too, and still says what it writes.
        let mut kept = decoded.main().iter();
        kept.find(|line| line.contains("Mocked.keep(list=ArrayList#"));
        assert!(kept.any(|line| line.ends_with(".size = 1")));
    }
}
