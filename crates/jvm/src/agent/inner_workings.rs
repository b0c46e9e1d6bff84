//! Fields of classes of the JDK that are no part of what their objects hold.

use crate::contract::is_change_counter;

/// Whether a field of a class only serves its inner workings: two objects that differ in nothing else behave alike.
pub fn is_inner_working(class: &str, field: &str) -> bool {
    match class {
        "java/lang/Throwable" => field != "detailMessage" && field != "cause",
        // How the collector finds what it has to clear.
        "java/lang/ref/Reference" => field != "referent",
        "java/lang/ref/SoftReference" => true,
        // What they lock, mostly themselves, and room for characters on their way.
        "java/io/Reader" => field == "lock" || field == "skipBuffer",
        "java/io/Writer" => field == "lock" || field == "writeBuffer",
        _ => is_change_counter(class.as_bytes(), field.as_bytes()),
    }
}
