package org.evenkeel.lab.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A client process that measures on command: {@code READY}, then a {@code FIGURE} for each line.
 */
final class Measured implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final Writer in;

    Measured(Process process) throws IOException {
        this.process = process;
        this.out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.in =
                new BufferedWriter(
                        new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /** The next line that begins with the word, without it. */
    String await(String word) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(word)) {
                return line.substring(word.length()).strip();
            }
        }
        throw new IOException("a measuring process ended early: " + describe(process));
    }

    private static String describe(Process process) {
        @Nullable String command = process.info().commandLine().orElse(null);
        return "pid " + process.pid() + (command == null ? "" : " " + command);
    }

    double measure(String command) throws IOException {
        in.write(command + "\n");
        in.flush();
        return Double.parseDouble(await("FIGURE"));
    }

    @Override
    public void close() {
        process.destroy();
    }
}
