package org.evenkeel.examples.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Tells whoever started this program facts, as lines of JSON on standard output, and waits for
 * leave to go on, a line for each. Safe for many threads.
 */
public final class Facts {
    private final PrintStream out;
    private final Semaphore leave = new Semaphore(0);

    private Facts(PrintStream out) {
        this.out = out;
    }

    /** Facts on standard output; the end of standard input ends the process at once. */
    public static Facts ofStandardStreams() {
        Facts facts = new Facts(System.out);
        Thread.ofPlatform().daemon().name("leave").start(facts::readLeave);
        return facts;
    }

    private void readLeave() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            while (in.readLine() != null) {
                leave.release();
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
        out.println(Json.write(line));
        out.flush();
    }

    /** Tells what comes next and waits for leave. */
    public void await(String fact, Map<String, Object> fields) throws InterruptedException {
        tell(fact, fields);
        leave.acquire();
    }
}
