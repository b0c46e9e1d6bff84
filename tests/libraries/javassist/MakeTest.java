import static org.junit.jupiter.api.Assertions.assertEquals;

import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtMethod;
import javassist.CtNewMethod;
import org.junit.jupiter.api.Test;

class MakeTest {
    @Test
    void callsTakeTheirArgumentsFromTheStack() throws Exception {
        CtClass made = ClassPool.getDefault().makeClass("Made");
        made.addMethod(CtNewMethod.make(
                "static long pick(long[] values, int index) { return values[index]; }", made));
        CtMethod sum = CtNewMethod.make(
                "static long sum(long[] values) {"
                        + "  long sum = 0;"
                        + "  for (int i = 0; i < values.length; i++) { sum += pick(values, i) * (1 + pick(values, 0)); }"
                        + "  return sum;"
                        + "}",
                made);
        made.addMethod(sum);
        assertEquals(8, sum.getMethodInfo().getCodeAttribute().getMaxStack());
    }
}
