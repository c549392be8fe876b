package org.evenkeel.examples.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.evenkeel.api.EvenkeelException;

/**
 * Tells whoever started this program facts, as lines of JSON on standard output, and waits for
 * leave to continue, a line for each. Safe for many threads.
 */
public final class Facts {
    private final PrintStream out;

    /** What was said to it and it has not taken: one line for each word of its own. */
    private final BlockingQueue<String> leave = new LinkedBlockingQueue<>();

    private Facts(PrintStream out) {
        this.out = out;
    }

    /** A program that tells facts. */
    @FunctionalInterface
    public interface Program {
        void run(Options.Values values, Facts facts) throws Exception;
    }

    /** Runs a program and ends the JVM: 0 ok, 1 failed, 2 usage. */
    public static void run(Options options, Program program, String... arguments) {
        System.exit(execute(options, program, arguments));
    }

    private static int execute(Options options, Program program, String... arguments) {
        try {
            program.run(options.parse(arguments), ofStandardStreams());
            return 0;
        } catch (UsageException e) {
            System.err.println(e.getMessage());
            return 2;
        } catch (EvenkeelException e) {
            System.err.println(e.getMessage());
            return 1;
        } catch (Exception e) {
            e.printStackTrace();
            return 1;
        }
    }

    /** Facts on standard output; the end of standard input ends the process at once. */
    private static Facts ofStandardStreams() {
        Facts facts = new Facts(System.out);
        Thread.ofPlatform().daemon().name("leave").start(facts::readLeave);
        return facts;
    }

    private void readLeave() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                leave.add(line);
            }
        } catch (IOException e) {
            // The same as its end.
        }
        Runtime.getRuntime().halt(1);
    }

    /** Tells a fact. */
    public synchronized void tell(String fact, Map<String, Object> fields) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("fact", fact);
        line.putAll(fields);
        out.println(JsonWriter.write(line));
        out.flush();
    }

    /**
     * Tells what comes next and waits for leave.
     *
     * @return what was said, empty for nothing but leave
     */
    public String await(String fact, Map<String, Object> fields) throws InterruptedException {
        tell(fact, fields);
        return leave.take();
    }
}
