package org.evenkeel.daemon.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a worker process is started. */
public interface WorkerCommand {

    /**
     * The words of the command.
     *
     * @param address where the daemon listens: path of a Unix domain socket, or host:port
     * @param number which worker it is
     * @param workDirectory its own directory
     */
    List<String> words(String address, int number, Path workDirectory);

    /**
     * A worker JVM from an installation: lower priority, small heap options, the worker's class
     * path.
     */
    static WorkerCommand java(Path home, String heap) throws IOException {
        return new JavaWorker(home, heap);
    }

    /** The usual one. */
    final class JavaWorker implements WorkerCommand {

        private static final Logger LOG = LoggerFactory.getLogger(JavaWorker.class);
        private static final String MAIN = "org.evenkeel.migration.worker.WorkerMain";
        private static final int NICENESS = 10;

        private final List<String> before;

        JavaWorker(Path home, String heap) throws IOException {
            Path library = home.resolve("lib").resolve("worker");
            List<String> words = new ArrayList<>();
            if (hasNice()) {
                words.addAll(List.of("nice", "-n", String.valueOf(NICENESS)));
            } else {
                LOG.warn("there is no command \"nice\": workers run at the daemon's priority");
            }
            words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            words.add("-Xmx" + heap);
            words.add("-XX:+UseSerialGC");
            words.add("-XX:+UseCompactObjectHeaders");
            Path cache = library.resolve("worker.aot");
            if (Files.isReadable(cache)) {
                words.add("-XX:AOTCache=" + cache);
            }
            words.add("-cp");
            words.add(classPath(library));
            words.add(MAIN);
            before = List.copyOf(words);
        }

        @Override
        public List<String> words(String address, int number, Path workDirectory) {
            List<String> words = new ArrayList<>(before);
            words.add(address);
            words.add(String.valueOf(number));
            words.add(workDirectory.toString());
            return words;
        }

        /** In a fixed order, as class-data caches want it. */
        private static String classPath(Path library) throws IOException {
            if (!Files.isDirectory(library)) {
                throw new IOException(library + " is missing: no worker can be started");
            }
            try (Stream<Path> files = Files.list(library)) {
                List<String> jars =
                        files.filter(file -> file.toString().endsWith(".jar"))
                                .map(Path::toString)
                                .sorted()
                                .toList();
                if (jars.isEmpty()) {
                    throw new IOException(library + " holds no jar: no worker can be started");
                }
                return String.join(java.io.File.pathSeparator, jars);
            }
        }

        private static boolean hasNice() {
            String path = System.getenv("PATH");
            return path != null
                    && Stream.of(path.split(java.io.File.pathSeparator))
                            .anyMatch(directory -> Files.isExecutable(Path.of(directory, "nice")));
        }
    }
}
