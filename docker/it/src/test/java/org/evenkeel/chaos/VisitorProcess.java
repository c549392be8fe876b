package org.evenkeel.chaos;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.it.Home;

/** A {@link Visitor} as a process of its own. */
final class VisitorProcess implements AutoCloseable {

    private final Process process;
    private final Path report;
    private final Path out;

    /**
     * One line of what a visitor was answered.
     *
     * @param kind {@link Visitor#ANSWERED} and its like
     * @param what was asked or tried
     */
    record Line(long nanos, String kind, String address, String what, String words) {

        static Line parse(String text) {
            String[] parts = text.split(" ", 5);
            return new Line(
                    Long.parseLong(parts[0]),
                    parts[1],
                    parts[2],
                    parts[3],
                    parts.length > 4 ? parts[4] : "");
        }
    }

    /**
     * @param kind of visitor
     * @param machine where it runs, with the certificate of that machine
     */
    VisitorProcess(NetworkCluster cluster, String kind, String machine) throws IOException {
        report = cluster.root().resolve(kind + ".report");
        List<String> command = new ArrayList<>(cluster.network().inside(machine));
        command.addAll(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx96m",
                        "-cp",
                        ClientProcess.classes()
                                + File.pathSeparator
                                + Home.jars(cluster.home(), "worker"),
                        Visitor.class.getName(),
                        kind,
                        cluster.cluster(machine).resolve("identity/node.pem").toString(),
                        report.toString()));
        NetworkCluster.NODES.forEach(node -> command.add(cluster.address(node)));
        out = cluster.root().resolve(kind + ".out");
        process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
    }

    /**
     * @throws IllegalStateException with what the process printed if it has ended
     */
    List<Line> lines() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException("the visitor has ended: " + Files.readString(out));
        }
        if (!Files.exists(report)) {
            return List.of();
        }
        String text = Files.readString(report);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(Line::parse).toList();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
