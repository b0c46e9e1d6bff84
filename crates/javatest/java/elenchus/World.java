package elenchus;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The classes of one version, loaded anew: static fields are as they are when a program begins. */
final class World extends URLClassLoader {
    private final Map<String, byte[]> compiled;

    private World(URL[] urls, Map<String, byte[]> compiled) {
        super(urls, ClassLoader.getPlatformClassLoader());
        this.compiled = compiled;
    }

    /** The classes of a class path, and some that were compiled in memory. */
    static World of(String classPath, Map<String, byte[]> compiled) {
        List<URL> urls = new ArrayList<>();
        for (String path : classPath.split(File.pathSeparator)) {
            try {
                urls.add(new File(path).toURI().toURL());
            } catch (MalformedURLException strange) {
                throw new IllegalArgumentException(path, strange);
            }
        }
        return new World(urls.toArray(new URL[0]), compiled);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = compiled.get(name);
        return bytes == null ? super.findClass(name) : defineClass(name, bytes, 0, bytes.length);
    }

    boolean has(String name) {
        try {
            Class.forName(name, false, this);
            return true;
        } catch (ClassNotFoundException | LinkageError missing) {
            return false;
        }
    }

    /** A class by its name as it is written, {@code int[][]} included. */
    Class<?> type(String name) throws Cannot {
        if (name.endsWith("[]")) {
            return type(name.substring(0, name.length() - 2)).arrayType();
        }
        for (Class<?> primitive : Types.PRIMITIVES) {
            if (primitive.getName().equals(name)) {
                return primitive;
            }
        }
        try {
            return Class.forName(name, false, this);
        } catch (ClassNotFoundException | LinkageError missing) {
            throw new Cannot("there is no class " + name + " on the class path");
        }
    }

    @Override
    public void close() {
        try {
            super.close();
        } catch (IOException leftOpen) {
            // It ends with the process.
        }
    }
}
