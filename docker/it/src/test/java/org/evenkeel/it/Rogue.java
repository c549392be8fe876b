package org.evenkeel.it;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Tasks that take what they can get. */
final class Rogue {

    private static final int MEBIBYTE = 1 << 20;

    /** What is never given back. */
    private static final List<Object> KEPT = new ArrayList<>();

    private Rogue() {}

    /** Writes until it is stopped. */
    record Fill() implements Task<String> {
        @Override
        public String run(TaskContext context) throws IOException {
            byte[] block = new byte[MEBIBYTE];
            try (OutputStream out = Files.newOutputStream(Path.of("fill"))) {
                while (true) {
                    out.write(block);
                }
            }
        }
    }

    /**
     * Starts processes without end, each in a session of its own and with no parent that lives;
     * their pids go to a file.
     */
    record Fork(String pids) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            while (true) {
                new ProcessBuilder(
                                "bash",
                                "-c",
                                "for i in 1 2 3 4 5; do setsid sleep 613 & echo $! >> \"$0\"; done",
                                pids)
                        .start()
                        .waitFor();
            }
        }
    }

    /** Starts one process that outlives its parent, and ends well. */
    record Daemonise() implements Task<Long> {
        @Override
        public Long run(TaskContext context) throws Exception {
            Process shell =
                    new ProcessBuilder("bash", "-c", "setsid sleep 614 >&- 2>&- & echo $!").start();
            String pid =
                    new String(shell.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                            .strip();
            shell.waitFor();
            return Long.parseLong(pid);
        }
    }

    /** Yields how large the heap can become. */
    record HeapSize() implements Task<Long> {
        @Override
        public Long run(TaskContext context) {
            return Runtime.getRuntime().maxMemory();
        }
    }

    /** Allocates in the heap until nothing is left. */
    record Heap() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            while (true) {
                KEPT.add(new byte[MEBIBYTE]);
            }
        }
    }

    /** The same, by a thread of its own that nobody watches. */
    record HeapBehindTheBack() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws Exception {
            Thread thread = Thread.ofPlatform().start(() -> new Heap().run(context));
            thread.join();
            Thread.sleep(600_000);
            return 0;
        }
    }

    /** Allocates outside of the heap until nothing is left. */
    record Direct() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            while (true) {
                KEPT.add(ByteBuffer.allocateDirect(MEBIBYTE));
            }
        }
    }

    /** Starts threads without end. */
    record Threads() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            while (true) {
                Thread.ofPlatform()
                        .stackSize(64 << 10)
                        .start(() -> {
                            try {
                                Thread.sleep(600_000);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
            }
        }
    }

    /** Ends the process it runs in, in order. */
    record Exit() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            System.exit(0);
            return 0;
        }
    }

    /**
     * Starts a process that hides: no session, no parent and no word of its environment is left.
     */
    record Hide() implements Task<Long> {
        @Override
        public Long run(TaskContext context) throws Exception {
            Process shell =
                    new ProcessBuilder(
                                    "bash",
                                    "-c",
                                    "env -i setsid bash -c 'echo $$ > pid; exec sleep 615 >&- 2>&-' & "
                                            + "until test -s pid; do sleep 0.05; done; cat pid")
                            .start();
            String pid =
                    new String(shell.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                            .strip();
            shell.waitFor();
            return Long.parseLong(pid);
        }
    }

    /** A process of its own takes the memory. */
    record HeapOfAChild() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws Exception {
            new ProcessBuilder("bash", "-c", "x=$(head -c 2000000000 /dev/zero | tr '\\0' x)")
                    .start()
                    .waitFor();
            Thread.sleep(600_000);
            return 0;
        }
    }

    /** Writes a file somewhere. */
    record Write(String file) implements Task<String> {
        @Override
        public String run(TaskContext context) throws IOException {
            return Files.writeString(Path.of(file), "mine").toString();
        }
    }

    /** Reads a file. */
    record Read(String file) implements Task<String> {
        @Override
        public String run(TaskContext context) throws IOException {
            return Files.readString(Path.of(file));
        }
    }
}
