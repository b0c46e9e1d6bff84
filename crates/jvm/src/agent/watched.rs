//! Native methods of the JDK that the agent stands in front of.
//!
//! A native method is bound to its function the first time it is called; there the JVM asks which function to use. The
//! function given back notes what passes by and calls the original one.

use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

use super::ffi::{JNIEnv, guarded, jmethodID, jobject, jvmtiEnv};
use super::{array_natives, streams};

/// A native method of the JDK, and the function it was bound to before.
pub struct Watched {
    /// The symbol of that function. Methods that the JVM binds while it is still making itself have no names yet that
    /// could be asked for, so methods are told by their functions.
    pub symbol: &'static CStr,
    pub stand_in: *mut c_void,
    pub original: AtomicPtr<c_void>,
}

// SAFETY: the stand-in is the address of a function of this library.
unsafe impl Sync for Watched {}

/// Names a watched method, its symbol and the function that stands in for it.
macro_rules! watched {
    ($name:ident, $symbol:expr, $stand_in:ident) => {
        static $name: crate::agent::watched::Watched = crate::agent::watched::Watched {
            symbol: $symbol,
            stand_in: $stand_in as *mut std::ffi::c_void,
            original: std::sync::atomic::AtomicPtr::new(std::ptr::null_mut()),
        };
    };
}
pub(super) use watched;

/// The JVM is about to bind a native method.
pub unsafe extern "system" fn native_method_bind(
    _: *mut jvmtiEnv,
    _: *mut JNIEnv,
    _thread: jobject,
    _method: jmethodID,
    address: *mut c_void,
    new_address: *mut *mut c_void,
) {
    guarded((), || {
        let Some(symbol) = symbol_at(address) else {
            return;
        };
        let mut all = streams::ALL.iter().chain(&array_natives::ALL);
        if let Some(watched) = all.find(|watched| watched.symbol == symbol) {
            watched.original.store(address, Ordering::Release);
            // SAFETY: the JVM passes a place for the function to use instead.
            unsafe { *new_address = watched.stand_in };
        }
    });
}

/// The symbol that an address belongs to.
fn symbol_at(address: *mut c_void) -> Option<&'static CStr> {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: `dladdr` takes any address; the names it gives live as long as the library they are in.
    unsafe {
        let found = libc::dladdr(address, info.as_mut_ptr()) != 0;
        let info = info.assume_init();
        (found && info.dli_saddr == address && !info.dli_sname.is_null())
            .then(|| CStr::from_ptr(info.dli_sname))
    }
}

impl Watched {
    /// The function that the method was bound to.
    pub fn original(&self) -> *mut c_void {
        self.original.load(Ordering::Acquire)
    }
}
