package org.evenkeel.daemon.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.evenkeel.model.WorkerShape;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a worker process is started. */
public interface WorkerCommand {

    /**
     * System property of a daemon: the file that its first worker writes at its end, and from which
     * others start faster. The launcher sets it to make {@code cache/worker.aot}.
     */
    String CACHE_OUTPUT = "evenkeel.worker.cache.output";

    /** The words of the command. */
    List<String> words(Start start);

    /**
     * One worker that is to be started.
     *
     * @param address where the daemon listens: path of a Unix domain socket, or host:port
     * @param number which worker it is
     * @param workDirectory its own directory
     * @param heapBytes its -Xmx
     * @param shape what its job asks of its JVM
     * @param before words that make it another user's process, perhaps none
     */
    record Start(
            String address,
            int number,
            Path workDirectory,
            long heapBytes,
            WorkerShape shape,
            List<String> before) {}

    /**
     * A worker JVM from an installation: lower priority, small heap options, the worker's class
     * path.
     *
     * @param options of the operator for the JVM; they come behind the usual ones, so they prevail,
     *     and before those of a job
     */
    static WorkerCommand java(Path home, List<String> options) throws IOException {
        return new JavaWorker(home, options);
    }

    /** Where the jars of workers are in an installation. */
    static Path library(Path home) {
        return home.resolve("lib").resolve("worker");
    }

    /** The usual one. */
    final class JavaWorker implements WorkerCommand {

        private static final Logger LOG = LoggerFactory.getLogger(JavaWorker.class);
        private static final String MAIN = "org.evenkeel.worker.WorkerMain";
        private static final int NICENESS = 10;
        private static final Pattern COLLECTOR = Pattern.compile("-XX:[+-]Use[A-Za-z0-9]+GC");

        /** What a worker needs to write and read the insides of collections. */
        private static final List<String> OPENED =
                Stream.of(
                                "java.lang",
                                "java.util",
                                "java.util.concurrent",
                                "java.util.concurrent.atomic")
                        .map(each -> "--add-opens=java.base/" + each + "=ALL-UNNAMED")
                        .toList();

        /**
         * For a worker that outlives its daemon: Java does not complete a cache when the pipe that
         * it prints to is closed.
         */
        private static final List<String> SILENTLY =
                List.of("sh", "-c", "exec \"$0\" \"$@\" > /dev/null 2>&1");

        /** Classes of a program and of the worker itself. */
        private static final String METASPACE = "256m";

        private final List<String> before;
        private final List<String> after;
        private final Path cache;
        private final String classPath;

        JavaWorker(Path home, List<String> options) throws IOException {
            Path library = library(home);
            cache = home.resolve("cache").resolve("worker.aot");
            List<String> words = new ArrayList<>();
            if (isThere("setsid")) {
                words.add("setsid"); // a session of its own, by which its children are known
            }
            if (isThere("nice")) {
                words.addAll(List.of("nice", "-n", String.valueOf(NICENESS)));
            } else {
                LOG.warn("command \"nice\" not found: workers run at the daemon's priority");
            }
            before = List.copyOf(words);
            words.clear();
            words.add("-XX:MaxMetaspaceSize=" + METASPACE);
            words.add("-XX:+ExitOnOutOfMemoryError");
            words.add("-XX:+ErrorFileToStderr"); // there is a bound for it, and it is read
            words.add("-XX:+UseSerialGC");
            words.add("-XX:+UseCompactObjectHeaders");
            words.addAll(OPENED);
            words.addAll(options);
            classPath = classPath(library);
            after = List.copyOf(words);
        }

        @Override
        public List<String> words(Start start) {
            List<String> words = new ArrayList<>(before);
            words.addAll(start.before());
            String output = start.number() == 1 ? System.getProperty(CACHE_OUTPUT, "") : "";
            if (!output.isEmpty()) {
                words.addAll(SILENTLY);
            }
            WorkerShape shape = start.shape();
            if (!shape.environment().isEmpty()) {
                words.add("env"); // after the words above, which may run as another user
                shape.environment().forEach((name, value) -> words.add(name + "=" + value));
            }
            words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            words.add("-Xmx" + start.heapBytes());
            words.add("-XX:MaxDirectMemorySize=" + start.heapBytes());
            words.add("-Djava.io.tmpdir=" + start.workDirectory());
            if (!output.isEmpty()) {
                words.add("-XX:AOTCacheOutput=" + output);
            } else if (shape.options().isEmpty()
                    && cache.toFile().canRead()
                    && cache.toFile().length() > 0) {
                words.add("-XX:AOTCache=" + cache); // an empty one stands for one that failed
            }
            boolean otherCollector = shape.collector() != null;
            after.stream()
                    .filter(word -> !otherCollector || !COLLECTOR.matcher(word).matches())
                    .forEach(words::add);
            words.addAll(shape.options());
            words.add("-cp");
            words.add(classPath);
            words.add(MAIN);
            words.add(start.address());
            words.add(String.valueOf(start.number()));
            words.add(start.workDirectory().toString());
            return words;
        }

        /** In a fixed order, as class-data caches want it. */
        private static String classPath(Path library) throws IOException {
            if (!Files.isDirectory(library)) {
                throw new IOException(
                        library + " is missing: no worker can start. Reinstall, or set --home");
            }
            try (Stream<Path> files = Files.list(library)) {
                List<String> jars =
                        files.filter(file -> file.toString().endsWith(".jar"))
                                .map(Path::toString)
                                .sorted()
                                .toList();
                if (jars.isEmpty()) {
                    throw new IOException(
                            library
                                    + " contains no jar: no worker can start. Reinstall, or set --home");
                }
                return String.join(java.io.File.pathSeparator, jars);
            }
        }

        private static boolean isThere(String command) {
            String path = System.getenv("PATH");
            return path != null
                    && Stream.of(path.split(java.io.File.pathSeparator))
                            .anyMatch(directory -> Files.isExecutable(Path.of(directory, command)));
        }
    }
}
