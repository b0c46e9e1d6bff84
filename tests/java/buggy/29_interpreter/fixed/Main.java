import java.util.ArrayList;
import java.util.List;

/** Runs a few scripts of a small language and prints what they print. */
public class Main {
    private static final class Script {
        final String name;
        final String[] lines;

        Script(String name, String... lines) {
            this.name = name;
            this.lines = lines;
        }

        String text() {
            return String.join("\n", lines);
        }
    }

    private static final Script ARITHMETIC = new Script(
            "arithmetic",
            "let a = 7; let b = 3;",
            "print(a + b * 2, (a + b) * 2, a % b, -a / b);",
            "print(a == 7 and not (b > a), a < b or b <= 3);",
            "print(\"text \" + a + \", \" + true);");

    private static final Script LOOPS = new Script(
            "loops",
            "let total = 0;",
            "for (let i = 1; i <= 10; i = i + 1) {",
            "  if (i % 3 == 0) { continue; }",
            "  if (i > 8) { break; }",
            "  total = total + i;",
            "}",
            "print(total);",
            "let n = 27; let steps = 0;",
            "while (n != 1) {",
            "  if (n % 2 == 0) { n = n / 2; } else { n = 3 * n + 1; }",
            "  steps = steps + 1;",
            "}",
            "print(steps);",
            "for (word in [\"a\", \"b\", \"c\"]) { print(upper(word)); }");

    private static final Script FUNCTIONS = new Script(
            "functions",
            "fun fib(n) { if (n < 2) { return n; } return fib(n - 1) + fib(n - 2); }",
            "print(fib(10));",
            "fun compose(f, g) { return fun (x) { return f(g(x)); }; }",
            "let inc = fun (x) { return x + 1; };",
            "let twice = fun (x) { return x * 2; };",
            "print(compose(inc, twice)(5), compose(twice, inc)(5));");

    private static final Script CLOSURES = new Script(
            "closures",
            "let start = 100;",
            "fun counter(start) {",
            "  return fun () { start = start + 1; return start; };",
            "}",
            "let first = counter(0);",
            "let second = counter(10);",
            "first(); first();",
            "print(first(), second(), start);");

    private static final Script COLLECTIONS = new Script(
            "collections",
            "let primes = [];",
            "for (let n = 2; len(primes) < 6; n = n + 1) {",
            "  let prime = true;",
            "  for (p in primes) { if (n % p == 0) { prime = false; break; } }",
            "  if (prime) { push(primes, n); }",
            "}",
            "print(primes, sum(primes), primes[2]);",
            "let ages = {\"ann\": 31, \"bob\": 27};",
            "ages[\"cid\"] = 40;",
            "ages.bob = ages.bob + 1;",
            "print(ages, keys(ages), len(ages));",
            "print(map(primes, fun (p) { return p * p; }));",
            "print(filter(primes, fun (p) { return p % 2 == 1; }));",
            "print(reduce(primes, fun (a, b) { return a * 10 + b; }, 0));");

    private static final Script OBJECTS = new Script(
            "objects",
            "fun Account(owner, balance) {",
            "  let self = {\"owner\": owner, \"balance\": balance};",
            "  self.deposit = fun (amount) {",
            "    if (amount <= 0) { throw \"bad amount \" + amount; }",
            "    self.balance = self.balance + amount;",
            "    return self;",
            "  };",
            "  return self;",
            "}",
            "let account = Account(\"eve\", 10);",
            "account.deposit(5).deposit(7);",
            "print(account.owner, account.balance);",
            "try { account.deposit(0 - 1); } catch (problem) { print(\"caught \" + problem); }");

    private static final Script ERRORS = new Script(
            "errors",
            "try { undefined_name + 1; } catch (e) { print(e); }",
            "try { [1, 2][5]; } catch (e) { print(e); }",
            "try { len(3); } catch (e) { print(e); }",
            "fun f(a) { return a; }",
            "f(1, 2);");

    private static final Script BROKEN = new Script("broken", "let x = (1 + 2;", "print(x);");

    private static List<Script> scripts() {
        List<Script> scripts = new ArrayList<>();
        scripts.add(ARITHMETIC);
        scripts.add(LOOPS);
        scripts.add(FUNCTIONS);
        scripts.add(CLOSURES);
        scripts.add(COLLECTIONS);
        scripts.add(OBJECTS);
        scripts.add(ERRORS);
        scripts.add(BROKEN);
        return scripts;
    }

    private static void run(Script script) {
        System.out.println("== " + script.name);
        Output output = new Output();
        try {
            List<Stmt> program = new Parser(new Lexer(script.text()).tokens()).program();
            new Resolver().check(program);
            program = new Optimizer().optimize(program);
            Interpreter interpreter = new Interpreter(output);
            interpreter.run(program);
        } catch (ScriptError e) {
            output.line("error: " + e.getMessage());
        }
        for (String line : output.lines()) {
            System.out.println(line);
        }
    }

    private static void format(Script script) {
        List<Stmt> program = new Parser(new Lexer(script.text()).tokens()).program();
        String once = new Printer().print(program);
        List<Stmt> again = new Parser(new Lexer(once).tokens()).program();
        System.out.println(new Printer().print(again).equals(once) ? "stable" : "unstable");
        System.out.print(once);
    }

    public static void main(String[] args) {
        for (Script script : scripts()) {
            run(script);
        }
        System.out.println("== formatted");
        format(CLOSURES);
    }
}
