package app;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;

/** Compiles a small program. */
public class Main {
    private static final String PROGRAM = """
            data class Point(val x: Int, val y: Int)
            sealed interface Shape
            class Circle(val centre: Point, val radius: Int) : Shape
            class Square(val corner: Point, val side: Int) : Shape
            fun area(shape: Shape): Double = when (shape) {
                is Circle -> Math.PI * shape.radius * shape.radius
                is Square -> shape.side.toDouble() * shape.side
            }
            fun main() {
                val shapes = listOf(Circle(Point(1, 2), 3), Square(Point(0, 0), 4))
                println(shapes.map(::area).filter { it > 10 }.sumOf { it.toInt() })
            }
            """;

    public static void main(String[] args) throws Exception {
        Path work = Files.createTempDirectory("kotlin");
        Path source = work.resolve("shapes.kt");
        Files.writeString(source, PROGRAM);
        String[] options = {source.toString(), "-d", work.resolve("out").toString(), "-no-stdlib", "-no-reflect", "-cp", args[0]};
        ExitCode code = new K2JVMCompiler().exec(System.err, options);
        System.out.println(code + " " + Files.exists(work.resolve("out/ShapesKt.class")));
        System.exit(code.getCode());
    }
}
