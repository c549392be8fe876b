package org.evenkeel.it;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Tasks that take what they can get. */
final class Rogue {

    private static final int MEBIBYTE = 1 << 20;

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
            String pid = new String(shell.getInputStream().readAllBytes()).strip();
            shell.waitFor();
            return Long.parseLong(pid);
        }
    }

    /** Allocates in the heap until nothing is left. */
    record Heap() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            List<byte[]> kept = new ArrayList<>();
            while (true) {
                kept.add(new byte[MEBIBYTE]);
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
            List<ByteBuffer> kept = new ArrayList<>();
            while (true) {
                kept.add(ByteBuffer.allocateDirect(MEBIBYTE));
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

    /** Leaves, and has the way out blocked. */
    record Exit() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            System.exit(0);
            return 0;
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
