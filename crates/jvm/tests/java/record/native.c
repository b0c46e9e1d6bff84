/* The native methods of Native.java: each way in which JNI lets native code write into objects. */
#include <jni.h>

static jfieldID field(JNIEnv *env, jclass class, const char *name, const char *type) {
    return (*env)->GetFieldID(env, class, name, type);
}

JNIEXPORT void JNICALL Java_Native_setFields(JNIEnv *env, jclass class, jobject box) {
    jclass type = (*env)->GetObjectClass(env, box);
    (*env)->SetIntField(env, box, field(env, type, "number", "I"), 1);
    (*env)->SetLongField(env, box, field(env, type, "wide", "J"), 2);
    (*env)->SetObjectField(env, box, field(env, type, "text", "Ljava/lang/String;"), (*env)->NewStringUTF(env, "three"));
    (*env)->SetDoubleField(env, box, field(env, type, "real", "D"), 4);
    (*env)->SetBooleanField(env, box, field(env, type, "flag", "Z"), JNI_TRUE);
    (*env)->SetByteField(env, box, field(env, type, "small", "B"), 6);
    (*env)->SetShortField(env, box, field(env, type, "less", "S"), 7);
    (*env)->SetCharField(env, box, field(env, type, "letter", "C"), 'h');
    (*env)->SetFloatField(env, box, field(env, type, "half", "F"), 0.5f);
}

JNIEXPORT void JNICALL Java_Native_setStatics(JNIEnv *env, jclass class) {
    jfieldID shared = (*env)->GetStaticFieldID(env, class, "shared", "I");
    jfieldID named = (*env)->GetStaticFieldID(env, class, "named", "Ljava/lang/String;");
    jfieldID exact = (*env)->GetStaticFieldID(env, class, "exact", "D");
    (*env)->SetStaticIntField(env, class, shared, 40);
    (*env)->SetStaticIntField(env, class, shared, 41);
    (*env)->SetStaticObjectField(env, class, named, (*env)->NewStringUTF(env, "native"));
    (*env)->SetStaticDoubleField(env, class, exact, 0.25);
}

JNIEXPORT void JNICALL Java_Native_setElements(JNIEnv *env, jclass class, jobjectArray texts, jintArray numbers) {
    jint one = 10;
    (*env)->SetObjectArrayElement(env, texts, 1, (*env)->NewStringUTF(env, "z"));
    (*env)->SetIntArrayRegion(env, numbers, 0, 1, &one);
}

JNIEXPORT void JNICALL Java_Native_setRegions(JNIEnv *env, jclass class, jbyteArray bytes, jintArray numbers, jdoubleArray reals) {
    jbyte two[] = {7, 8};
    jint one = 30;
    jdouble real = 0.5;
    (*env)->SetByteArrayRegion(env, bytes, 4, 2, two);
    (*env)->SetIntArrayRegion(env, numbers, 2, 1, &one);
    (*env)->SetDoubleArrayRegion(env, reals, 1, 1, &real);
}

JNIEXPORT void JNICALL Java_Native_setReleased(JNIEnv *env, jclass class, jlongArray numbers, jcharArray letters, jbooleanArray given) {
    jlong *longs = (*env)->GetLongArrayElements(env, numbers, NULL);
    jchar *chars = (*env)->GetCharArrayElements(env, letters, NULL);
    jboolean *flags = (*env)->GetBooleanArrayElements(env, given, NULL);
    if (longs == NULL || chars == NULL || flags == NULL) {
        return;
    }
    longs[1] = 22;
    chars[0] = 'z';
    flags[0] = JNI_FALSE;
    (*env)->ReleaseLongArrayElements(env, numbers, longs, 0);
    (*env)->ReleaseCharArrayElements(env, letters, chars, JNI_COMMIT);
    (*env)->ReleaseCharArrayElements(env, letters, chars, 0);
    (*env)->ReleaseBooleanArrayElements(env, given, flags, JNI_ABORT);
}

JNIEXPORT void JNICALL Java_Native_setCritical(JNIEnv *env, jclass class, jintArray inner, jbyteArray outer, jstring text) {
    jbyte *bytes = (*env)->GetPrimitiveArrayCritical(env, outer, NULL);
    if (bytes == NULL) {
        return;
    }
    jint *numbers = (*env)->GetPrimitiveArrayCritical(env, inner, NULL);
    if (numbers == NULL) {
        (*env)->ReleasePrimitiveArrayCritical(env, outer, bytes, 0);
        return;
    }
    const jchar *chars = (*env)->GetStringCritical(env, text, NULL);
    bytes[0] = 9;
    numbers[3] = 44;
    (*env)->ReleasePrimitiveArrayCritical(env, inner, numbers, 0);
    (*env)->ReleasePrimitiveArrayCritical(env, outer, bytes, 0);
    if (chars != NULL) {
        (*env)->ReleaseStringCritical(env, text, chars);
    }
}

/* Arrays may be given back while an exception is pending. */
JNIEXPORT void JNICALL Java_Native_setThenThrow(JNIEnv *env, jclass class, jobject box, jintArray numbers) {
    jint *elements = (*env)->GetIntArrayElements(env, numbers, NULL);
    if (elements == NULL) {
        return;
    }
    (*env)->SetIntField(env, box, field(env, (*env)->GetObjectClass(env, box), "number", "I"), 50);
    elements[0] = 51;
    (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/IllegalStateException"), "as planned");
    (*env)->ReleaseIntArrayElements(env, numbers, elements, 0);
}

/* A recorded method is called between two writes. */
JNIEXPORT void JNICALL Java_Native_callBack(JNIEnv *env, jclass class, jobject box) {
    jfieldID number = field(env, (*env)->GetObjectClass(env, box), "number", "I");
    jmethodID middle = (*env)->GetStaticMethodID(env, class, "middle", "(LNative$Box;)V");
    (*env)->SetIntField(env, box, number, 60);
    (*env)->CallStaticVoidMethod(env, class, middle, box);
    if ((*env)->ExceptionCheck(env)) {
        return;
    }
    (*env)->SetIntField(env, box, number, 61);
}

JNIEXPORT void JNICALL Java_Native_setInTurn(JNIEnv *env, jclass class, jobject one, jobject other, jint times) {
    jfieldID number = field(env, (*env)->GetObjectClass(env, one), "number", "I");
    for (jint time = 1; time <= times; time++) {
        (*env)->SetIntField(env, one, number, time);
        (*env)->SetIntField(env, other, number, -time);
    }
}

JNIEXPORT void JNICALL Java_Native_setMany(JNIEnv *env, jclass class, jobjectArray counters) {
    jsize length = (*env)->GetArrayLength(env, counters);
    for (jsize index = 0; index < length; index++) {
        jobject counter = (*env)->GetObjectArrayElement(env, counters, index);
        if (counter == NULL) {
            return;
        }
        jfieldID count = field(env, (*env)->GetObjectClass(env, counter), "count", "I");
        (*env)->SetIntField(env, counter, count, index + 1);
        (*env)->DeleteLocalRef(env, counter);
    }
}
