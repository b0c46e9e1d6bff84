//! The few JVMTI and JNI functions the agent uses, behind small safe-to-call wrappers.
//!
//! Invariants: a wrapper is made only from a pointer the JVM handed to a callback; a failing
//! function yields `None` or an error code, never a panic; a pending Java exception is cleared
//! before control goes back to the program; the agent's own calls of JNI go to the JVM's functions, also where
//! [`super::native_writes`] stands in front of them.

use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use jvmti_bindings::sys::jni::JNINativeInterface_;
pub use jvmti_bindings::sys::jni::{
    JNIEnv, JavaVM, jclass, jfieldID, jint, jlong, jmethodID, jobject, jvalue,
};
use jvmti_bindings::sys::jvmti::{
    JVMTI_ENABLE, jvmtiError, jvmtiEvent, jvmtiFrameInfo, jvmtiInterface_1_,
};
pub use jvmti_bindings::sys::jvmti::{
    JVMTI_VERSION_11, jvmtiCapabilities, jvmtiEnv, jvmtiEventCallbacks,
};

/// Runs a callback's body so that a panic ends in `fallback` and never crosses into the JVM.
pub fn guarded<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

/// A copy of an array the JVM has allocated; it may be null when it is empty.
///
/// # Safety
/// `start` must point to `count` items unless `count` is 0.
unsafe fn copied<T: Copy>(start: *const T, count: jint) -> Vec<T> {
    if count <= 0 || start.is_null() {
        return Vec::new();
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(start, count as usize) }.to_vec()
}

/// The agent's JVMTI environment. It is valid on every thread for the life of the JVM.
#[derive(Clone, Copy)]
pub struct Jvmti(*mut jvmtiEnv);

// SAFETY: JVMTI environments may be used from any thread; the JVM never frees ours.
unsafe impl Send for Jvmti {}
// SAFETY: as above; the functions synchronise inside the JVM.
unsafe impl Sync for Jvmti {}

impl Jvmti {
    /// Asks the JVM for an environment.
    ///
    /// # Safety
    /// `vm` must be the pointer given to `Agent_OnLoad`.
    pub unsafe fn of_vm(vm: *mut JavaVM) -> Option<Self> {
        let mut env: *mut c_void = ptr::null_mut();
        // SAFETY: `vm` is a live `JavaVM*`, and `GetEnv` writes one pointer.
        let status = unsafe { ((**vm).GetEnv)(vm, &mut env, JVMTI_VERSION_11) };
        (status == 0 && !env.is_null()).then(|| Self(env.cast()))
    }

    fn table(self) -> &'static jvmtiInterface_1_ {
        // SAFETY: the environment and its function table live as long as the JVM.
        unsafe { &*(*self.0).functions }
    }

    /// Requests capabilities; all or none are granted.
    pub fn add_capabilities(self, capabilities: &jvmtiCapabilities) -> bool {
        let add = self.table().AddCapabilities;
        // SAFETY: both pointers are valid for the call.
        add.is_some_and(|add| unsafe { add(self.0, capabilities) } == jvmtiError::NONE)
    }

    /// Installs the callbacks and switches the named events on.
    pub fn listen(self, callbacks: &jvmtiEventCallbacks, events: &[jvmtiEvent]) -> bool {
        let size = size_of::<jvmtiEventCallbacks>() as jint;
        let table = self.table();
        let (Some(set), Some(mode)) = (table.SetEventCallbacks, table.SetEventNotificationMode)
        else {
            return false;
        };
        // SAFETY: the JVM copies the callback table during the call.
        let installed = unsafe { set(self.0, callbacks, size) } == jvmtiError::NONE;
        installed
            && events.iter().all(|&event| {
                let enable = JVMTI_ENABLE;
                // SAFETY: a null thread means all threads.
                unsafe { mode(self.0, enable, event, ptr::null_mut()) == jvmtiError::NONE }
            })
    }

    /// Copies bytes into memory the JVM owns, as class file replacements need.
    pub fn copy_out(self, bytes: &[u8]) -> Option<*mut u8> {
        let mut copy = ptr::null_mut();
        let allocate = self.table().Allocate?;
        // SAFETY: `Allocate` writes one pointer to at least `bytes.len()` fresh bytes.
        unsafe {
            if allocate(self.0, bytes.len() as jlong, &mut copy) != jvmtiError::NONE {
                return None;
            }
            ptr::copy_nonoverlapping(bytes.as_ptr(), copy, bytes.len());
        }
        Some(copy)
    }

    fn free<T>(self, memory: *mut T) {
        if let (Some(free), false) = (self.table().Deallocate, memory.is_null()) {
            // SAFETY: `memory` was allocated by this environment and is not used afterwards.
            unsafe { free(self.0, memory.cast()) };
        }
    }

    /// The signature of a class, such as `Ljava/util/ArrayList;`.
    pub fn signature(self, class: jclass) -> Option<String> {
        let mut text: *mut c_char = ptr::null_mut();
        let get = self.table().GetClassSignature?;
        // SAFETY: `class` is a live reference; the JVM writes a pointer to a terminated string.
        if unsafe { get(self.0, class, &mut text, ptr::null_mut()) } != jvmtiError::NONE {
            return None;
        }
        // SAFETY: as above.
        let signature = unsafe { CStr::from_ptr(text) }
            .to_string_lossy()
            .into_owned();
        self.free(text);
        Some(signature)
    }

    /// The access flags of a class.
    pub fn class_modifiers(self, class: jclass) -> u32 {
        let mut modifiers: jint = 0;
        if let Some(get) = self.table().GetClassModifiers {
            // SAFETY: `class` is a live reference; the JVM writes one number.
            unsafe { get(self.0, class, &mut modifiers) };
        }
        modifiers as u32
    }

    /// Whether the JVM can tell the fields of a class: it is prepared, or never has any (arrays, primitive types).
    pub fn has_fields(self, class: jclass) -> bool {
        const PREPARED_OR_WITHOUT_FIELDS: jint = 0x02 | 0x10 | 0x20;
        let mut status: jint = 0;
        if let Some(get) = self.table().GetClassStatus {
            // SAFETY: `class` is a live reference; the JVM writes one number.
            unsafe { get(self.0, class, &mut status) };
        }
        status & PREPARED_OR_WITHOUT_FIELDS != 0
    }

    /// A number that tells loaders apart; 0 for the boot loader.
    pub fn loader_key(self, loader: jobject) -> i32 {
        let mut hash: jint = 0;
        if let (Some(get), false) = (self.table().GetObjectHashCode, loader.is_null()) {
            // SAFETY: `loader` is a live reference; the JVM writes one number.
            unsafe { get(self.0, loader, &mut hash) };
        }
        hash
    }

    /// The loader of a class, as a local reference; null for the boot loader.
    pub fn loader_of(self, class: jclass) -> jobject {
        let mut loader: jobject = ptr::null_mut();
        if let Some(get) = self.table().GetClassLoader {
            // SAFETY: `class` is a live reference; the JVM writes one reference.
            unsafe { get(self.0, class, &mut loader) };
        }
        loader
    }

    /// Name, descriptor and access flags of the fields a prepared class declares, in order.
    pub fn fields(self, class: jclass) -> Vec<(String, String, u32)> {
        let table = self.table();
        let (Some(list), Some(name_of), Some(modifiers_of)) = (
            table.GetClassFields,
            table.GetFieldName,
            table.GetFieldModifiers,
        ) else {
            return Vec::new();
        };
        let mut count: jint = 0;
        let mut ids: *mut jfieldID = ptr::null_mut();
        // SAFETY: the JVM writes a count and an array of that length.
        let fields = unsafe {
            if list(self.0, class, &mut count, &mut ids) != jvmtiError::NONE {
                return Vec::new();
            }
            copied(ids, count)
        };
        self.free(ids);
        let facts = |field| {
            let (mut name, mut descriptor) = (ptr::null_mut(), ptr::null_mut());
            let mut modifiers: jint = 0;
            // SAFETY: `field` belongs to `class`; the JVM writes two terminated strings and a number.
            unsafe {
                let named = name_of(
                    self.0,
                    class,
                    field,
                    &mut name,
                    &mut descriptor,
                    ptr::null_mut(),
                );
                if named != jvmtiError::NONE {
                    return None;
                }
                modifiers_of(self.0, class, field, &mut modifiers);
                let facts = (
                    CStr::from_ptr(name).to_string_lossy().into_owned(),
                    CStr::from_ptr(descriptor).to_string_lossy().into_owned(),
                    modifiers as u32,
                );
                self.free(name);
                self.free(descriptor);
                Some(facts)
            }
        };
        fields.into_iter().filter_map(facts).collect()
    }

    /// How many Java methods are on the stack of the calling thread.
    pub fn frame_count(self) -> Option<jint> {
        let mut count: jint = 0;
        let get = self.table().GetFrameCount?;
        // SAFETY: null is the calling thread; the JVM writes one number.
        let error = unsafe { get(self.0, ptr::null_mut(), &mut count) };
        (error == jvmtiError::NONE).then_some(count)
    }

    /// How often the method that is `above` calls away is on the stack of the calling thread.
    pub fn activations(self, above: usize) -> Option<usize> {
        let count = self.frame_count()?;
        let mut frames = Vec::<jvmtiFrameInfo>::with_capacity(count as usize);
        let mut found: jint = 0;
        let get = self.table().GetStackTrace?;
        // SAFETY: null is the calling thread; the JVM writes at most as many frames as there is room for, and says how many.
        let error = unsafe {
            let error = get(
                self.0,
                ptr::null_mut(),
                0,
                count,
                frames.as_mut_ptr(),
                &mut found,
            );
            frames.set_len(found.clamp(0, count) as usize);
            error
        };
        let method = frames.get(above)?.method;
        let same = frames.iter().filter(|frame| frame.method == method);
        (error == jvmtiError::NONE).then(|| same.count())
    }

    /// All classes loaded so far, as local references.
    pub fn loaded_classes(self) -> Vec<jclass> {
        let mut count: jint = 0;
        let mut classes: *mut jclass = ptr::null_mut();
        let Some(get) = self.table().GetLoadedClasses else {
            return Vec::new();
        };
        // SAFETY: the JVM writes a count and an array of that length.
        let list = unsafe {
            if get(self.0, &mut count, &mut classes) != jvmtiError::NONE {
                return Vec::new();
            }
            copied(classes, count)
        };
        self.free(classes);
        list
    }

    /// A copy of the table of JNI's functions, which may be longer than the bindings know.
    pub fn jni_functions(self) -> Option<*mut JNINativeInterface_> {
        let mut copy = ptr::null_mut();
        let get = self.table().GetJNIFunctionTable?;
        // SAFETY: the JVM writes a pointer to a table that it allocates.
        let error = unsafe { get(self.0, &mut copy) };
        (error == jvmtiError::NONE && !copy.is_null()).then_some(copy)
    }

    /// Makes the functions of a table that came from [`Jvmti::jni_functions`] those of JNI.
    pub fn set_jni_functions(self, table: *mut JNINativeInterface_) -> bool {
        let set = self.table().SetJNIFunctionTable;
        // SAFETY: the table is as long as the JVM's own; it is copied during the call and not used afterwards.
        let error = set.map(|set| unsafe { set(self.0, table) });
        self.free(table);
        error == Some(jvmtiError::NONE)
    }

    /// Sends classes through the class file hook again.
    pub fn retransform(self, classes: &[jclass]) -> bool {
        let retransform = self.table().RetransformClasses;
        // SAFETY: the array is valid for the call.
        let retransformed = retransform.map(|retransform| unsafe {
            retransform(self.0, classes.len() as jint, classes.as_ptr())
        });
        retransformed == Some(jvmtiError::NONE)
    }
}

/// The JVM's own functions, once others stand in front of them.
static ORIGINAL: AtomicPtr<JNINativeInterface_> = AtomicPtr::new(ptr::null_mut());

/// Takes a copy of the JVM's own functions, which is never freed.
pub fn keep_original(table: *mut JNINativeInterface_) {
    ORIGINAL.store(table, Ordering::Release);
}

/// The calling thread's JNI environment, valid only within one callback.
#[derive(Clone, Copy)]
pub struct Jni(*mut JNIEnv);

impl Jni {
    /// Wraps the pointer of the current callback.
    ///
    /// # Safety
    /// `env` must be the environment of the calling thread.
    pub unsafe fn of_thread(env: *mut JNIEnv) -> Option<Self> {
        (!env.is_null()).then_some(Self(env))
    }

    fn table(&self) -> &'static JNINativeInterface_ {
        let original = ORIGINAL.load(Ordering::Acquire);
        if original.is_null() {
            // SAFETY: the function table is static within the JVM.
            unsafe { &**self.0 }
        } else {
            Self::original()
        }
    }

    /// The functions that stood where the agent has put others.
    pub fn original() -> &'static JNINativeInterface_ {
        // SAFETY: only the functions that stand in front ask, and they are in place after the copy was kept.
        unsafe { &*ORIGINAL.load(Ordering::Acquire) }
    }

    /// Takes a pending exception away; null when there is none.
    pub fn put_exception_aside(&self) -> jobject {
        // SAFETY: these functions may be called with an exception pending.
        unsafe {
            if (self.table().ExceptionCheck)(self.0) == 0 {
                return ptr::null_mut();
            }
            let pending = (self.table().ExceptionOccurred)(self.0);
            (self.table().ExceptionClear)(self.0);
            pending
        }
    }

    /// Makes an exception that was put aside pending again.
    pub fn throw_again(&self, exception: jobject) {
        if !exception.is_null() {
            // SAFETY: the exception is a live local reference, not used afterwards.
            unsafe {
                (self.table().Throw)(self.0, exception);
                (self.table().DeleteLocalRef)(self.0, exception);
            }
        }
    }

    /// The `java.lang.reflect.Field` of a static field, as a local reference.
    pub fn reflected_static(&self, class: jclass, field: jfieldID) -> Option<jobject> {
        // SAFETY: native code is about to write this field of this class.
        let reflected = unsafe { (self.table().ToReflectedField)(self.0, class, field, 1) };
        (!self.clear_exception() && !reflected.is_null()).then_some(reflected)
    }

    /// This many more local references will be in use; a JVM that checks native code complains otherwise.
    pub fn expect_references(&self, count: usize) {
        let count = jint::try_from(count).unwrap_or(jint::MAX);
        // SAFETY: takes nothing but numbers. The JVM says no with an exception when there is no memory for it.
        unsafe { (self.table().EnsureLocalCapacity)(self.0, count) };
        self.clear_exception();
    }

    /// Gives a local reference back.
    pub fn forget(&self, object: jobject) {
        // SAFETY: the reference is live and not used afterwards.
        unsafe { (self.table().DeleteLocalRef)(self.0, object) };
    }

    /// Forgets a pending exception; tells whether there was one.
    pub fn clear_exception(&self) -> bool {
        // SAFETY: both functions may be called with an exception pending.
        unsafe {
            let pending = (self.table().ExceptionCheck)(self.0) != 0;
            if pending {
                (self.table().ExceptionClear)(self.0);
            }
            pending
        }
    }

    /// Defines a class of the boot loader.
    pub fn define_boot_class(&self, name: &str, bytes: &[u8]) -> Option<jclass> {
        let name = CString::new(name).ok()?;
        // SAFETY: the JVM copies name and bytes; a null loader is the boot loader.
        let class = unsafe {
            (self.table().DefineClass)(
                self.0,
                name.as_ptr(),
                ptr::null_mut(),
                bytes.as_ptr().cast(),
                bytes.len() as jint,
            )
        };
        (!self.clear_exception() && !class.is_null()).then_some(class)
    }

    /// A reference that outlives the callback.
    pub fn global(&self, object: jobject) -> jobject {
        // SAFETY: `object` is a live local reference.
        unsafe { (self.table().NewGlobalRef)(self.0, object) }
    }

    /// Finds a static method.
    pub fn static_method(&self, class: jclass, name: &CStr, signature: &CStr) -> Option<jmethodID> {
        // SAFETY: the class is live and the strings are terminated.
        let method = unsafe {
            (self.table().GetStaticMethodID)(self.0, class, name.as_ptr(), signature.as_ptr())
        };
        (!self.clear_exception() && !method.is_null()).then_some(method)
    }

    /// Calls a static method without a result; false when it threw.
    pub fn call_static_void(&self, class: jclass, method: jmethodID, arguments: &[jvalue]) -> bool {
        // SAFETY: callers pass the arguments the method's signature names.
        unsafe {
            (self.table().CallStaticVoidMethodA)(self.0, class, method, arguments.as_ptr());
        }
        !self.clear_exception()
    }

    /// Runs a constructor on an object that exists; whatever it throws is left to the caller. Each argument is an element of
    /// `references`, or where that is null the bits of a number.
    ///
    /// # Safety
    /// The object must be one of `owner`, to which the constructor belongs, and the arguments those that it takes.
    pub unsafe fn construct(
        &self,
        (object, owner): (jobject, jclass),
        constructor: jobject,
        (references, bits): (jobject, jobject),
    ) {
        let table = self.table();
        // SAFETY: the caller's promise; both arrays have one element for each argument.
        unsafe {
            let count = (table.GetArrayLength)(self.0, bits);
            self.expect_references(count as usize);
            let mut numbers = vec![0i64; count as usize];
            (table.GetLongArrayRegion)(self.0, bits, 0, count, numbers.as_mut_ptr());
            let argument = |(index, &number): (usize, &i64)| {
                let object = (table.GetObjectArrayElement)(self.0, references, index as jint);
                match object.is_null() {
                    true => jvalue { j: number },
                    false => jvalue { l: object },
                }
            };
            let arguments: Vec<jvalue> = numbers.iter().enumerate().map(argument).collect();
            let method = (table.FromReflectedMethod)(self.0, constructor);
            (table.CallNonvirtualVoidMethodA)(self.0, object, owner, method, arguments.as_ptr());
        }
    }

    /// Calls a static method that gives a number; 0 when it threw.
    pub fn call_static_long(
        &self,
        class: jclass,
        method: jmethodID,
        arguments: &[jvalue],
    ) -> jlong {
        // SAFETY: callers pass the arguments the method's signature names.
        let number = unsafe {
            (self.table().CallStaticLongMethodA)(self.0, class, method, arguments.as_ptr())
        };
        if self.clear_exception() { 0 } else { number }
    }

    /// Calls a static method that gives an object; `None` for null or when it threw.
    pub fn call_static_object(
        &self,
        class: jclass,
        method: jmethodID,
        arguments: &[jvalue],
    ) -> Option<jobject> {
        // SAFETY: callers pass the arguments the method's signature names.
        let object = unsafe {
            (self.table().CallStaticObjectMethodA)(self.0, class, method, arguments.as_ptr())
        };
        (!self.clear_exception() && !object.is_null()).then_some(object)
    }

    /// The text of a Java string.
    pub fn text(&self, string: jobject) -> Option<String> {
        // SAFETY: `string` is a live `java.lang.String`; the characters are released below.
        unsafe {
            let characters = (self.table().GetStringUTFChars)(self.0, string, ptr::null_mut());
            if characters.is_null() {
                return None;
            }
            let text = CStr::from_ptr(characters).to_string_lossy().into_owned();
            (self.table().ReleaseStringUTFChars)(self.0, string, characters);
            Some(text)
        }
    }

    /// The class of an object.
    pub fn class_of(&self, object: jobject) -> jclass {
        // SAFETY: `object` is a live reference.
        unsafe { (self.table().GetObjectClass)(self.0, object) }
    }

    /// The superclass; null for interfaces and `Object`.
    pub fn superclass(&self, class: jclass) -> jclass {
        // SAFETY: `class` is a live reference.
        unsafe { (self.table().GetSuperclass)(self.0, class) }
    }

    /// Finds a class of the boot loader.
    pub fn find_class(&self, name: &CStr) -> Option<jclass> {
        // SAFETY: the name is terminated.
        let class = unsafe { (self.table().FindClass)(self.0, name.as_ptr()) };
        (!self.clear_exception() && !class.is_null()).then_some(class)
    }

    /// A Java string.
    pub fn string(&self, text: &str) -> Option<jobject> {
        let text = CString::new(text).ok()?;
        // SAFETY: the text is terminated; names of classes and fields are the same in both UTF-8 forms.
        let string = unsafe { (self.table().NewStringUTF)(self.0, text.as_ptr()) };
        (!self.clear_exception() && !string.is_null()).then_some(string)
    }

    /// A Java array of objects.
    pub fn object_array(&self, items: &[jobject]) -> Option<jobject> {
        let class = self.find_class(c"java/lang/Object")?;
        // SAFETY: the items are live references and fit an array of `Object`.
        unsafe {
            let count = items.len() as jint;
            let array = (self.table().NewObjectArray)(self.0, count, class, ptr::null_mut());
            if self.clear_exception() || array.is_null() {
                return None;
            }
            for (index, item) in items.iter().enumerate() {
                (self.table().SetObjectArrayElement)(self.0, array, index as jint, *item);
            }
            Some(array)
        }
    }

    /// Stores one number in a Java array of ints that has room for it.
    pub fn set_int(&self, array: jobject, value: jint) {
        // SAFETY: the runtime passes an array of one element or null.
        unsafe {
            if !array.is_null() {
                (self.table().SetIntArrayRegion)(self.0, array, 0, 1, &value);
            }
        }
    }

    /// The version of JNI; its upper half is the feature release from JDK 9 on.
    pub fn version(&self) -> jint {
        // SAFETY: takes nothing but the environment.
        unsafe { (self.table().GetVersion)(self.0) }
    }

    /// A Java array of bytes.
    pub fn byte_array(&self, bytes: &[u8]) -> Option<jobject> {
        // SAFETY: the region written is the whole new array.
        unsafe {
            let array = (self.table().NewByteArray)(self.0, bytes.len() as jint);
            if self.clear_exception() || array.is_null() {
                return None;
            }
            let start = bytes.as_ptr().cast();
            (self.table().SetByteArrayRegion)(self.0, array, 0, bytes.len() as jint, start);
            Some(array)
        }
    }

    /// The number of the open file behind a `FileInputStream` or `FileOutputStream`.
    pub fn file_descriptor(&self, stream: jobject) -> Option<i32> {
        // SAFETY: both classes have a field `fd` of that type, and it has an int field of the same name.
        unsafe {
            let table = self.table();
            let class = (table.GetObjectClass)(self.0, stream);
            let field = (table.GetFieldID)(
                self.0,
                class,
                c"fd".as_ptr(),
                c"Ljava/io/FileDescriptor;".as_ptr(),
            );
            if self.clear_exception() || field.is_null() {
                return None;
            }
            let descriptor = (table.GetObjectField)(self.0, stream, field);
            if descriptor.is_null() {
                return None;
            }
            let class = (table.GetObjectClass)(self.0, descriptor);
            let field = (table.GetFieldID)(self.0, class, c"fd".as_ptr(), c"I".as_ptr());
            if self.clear_exception() || field.is_null() {
                return None;
            }
            Some((table.GetIntField)(self.0, descriptor, field))
        }
    }

    /// An array of `java.lang.reflect.Field` without the one of that name; `None` when it is not there.
    pub fn without_field(&self, fields: jobject, name: &str) -> Option<jobject> {
        let table = self.table();
        let field_class = self.find_class(c"java/lang/reflect/Field")?;
        // SAFETY: `fields` is an array of fields, and those have a string field `name`.
        unsafe {
            let named = c"name".as_ptr();
            let string = c"Ljava/lang/String;".as_ptr();
            let name_of = (table.GetFieldID)(self.0, field_class, named, string);
            if self.clear_exception() || name_of.is_null() {
                return None;
            }
            let count = (table.GetArrayLength)(self.0, fields);
            let is_it = |index: &jint| {
                let field = (table.GetObjectArrayElement)(self.0, fields, *index);
                let found = self.text((table.GetObjectField)(self.0, field, name_of));
                (table.DeleteLocalRef)(self.0, field);
                found.as_deref() == Some(name)
            };
            let place = (0..count).rev().find(is_it)?;
            let fewer = (table.NewObjectArray)(self.0, count - 1, field_class, ptr::null_mut());
            if self.clear_exception() || fewer.is_null() {
                return None;
            }
            for index in (0..count).filter(|&index| index != place) {
                let field = (table.GetObjectArrayElement)(self.0, fields, index);
                let to = if index < place { index } else { index - 1 };
                (table.SetObjectArrayElement)(self.0, fewer, to, field);
                (table.DeleteLocalRef)(self.0, field);
            }
            Some(fewer)
        }
    }
}
