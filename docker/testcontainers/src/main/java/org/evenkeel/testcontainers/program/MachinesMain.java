package org.evenkeel.testcontainers.program;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.testcontainers.ClusterSettings;
import org.evenkeel.testcontainers.EvenkeelCluster;
import org.evenkeel.testcontainers.LinkShape;
import org.evenkeel.testcontainers.ReceivedCpuTime;
import org.evenkeel.testcontainers.Workstations;
import org.evenkeel.testcontainers.engine.EngineException;

/**
 * A cluster of containers that lasts as long as standard input: {@code evenkeel lab experiment}
 * starts it. Standard output carries an answer to each line, a JSON object.
 *
 * <pre>
 *            up         daemon: what a client names to reach the node where all is submitted
 * slow       slow       workers are throttled from now on
 * forget     forget     what they get is counted anew
 * received   received   nodes: share of its quota that each had while it had something to do
 * </pre>
 */
public final class MachinesMain {
    private static final String MEMORY = "640m";

    /**
     * Processors that a daemon may use beside its workers. With less, sixteen of them on two
     * processors were late and kept their workers waiting while the machine was idle.
     */
    private static final double RESERVE = 0.25;

    private MachinesMain() {}

    /** Arguments: policy, load, topology, master or no-master, n1=0.1,n2=0.05, links. */
    public static void main(String[] words) throws IOException {
        if (words.length != 6) {
            System.err.println(
                    "usage: MachinesMain POLICY LOAD TOPOLOGY master|no-master n1=CPUS,... LINKS");
            System.exit(2);
        }
        Map<String, Double> cpus = new LinkedHashMap<>();
        for (String part : words[4].split(",", -1)) {
            int equals = part.indexOf('=');
            cpus.put(part.substring(0, equals), Double.valueOf(part.substring(equals + 1)));
        }
        try (EvenkeelCluster machines =
                EvenkeelCluster.start(
                        settings(words[0], words[1], words[2], words[3].equals("master"), cpus)
                                .withLinks(LinkShape.parse(words[5])))) {
            String entry = cpus.keySet().iterator().next();
            answer("up", Map.of("daemon", machines.directory(entry).toString()));
            serve(machines, cpus);
        } catch (EngineException | IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static ClusterSettings settings(
            String policy, String load, String topology, boolean master, Map<String, Double> cpus) {
        ClusterSettings settings =
                ClusterSettings.of(cpus.size() + (master ? 1 : 0))
                        .withSize(1, MEMORY)
                        .withPolicy(policy)
                        .withTopology(topology)
                        // Many daemons on few processors would optimise for longer than they live.
                        .withJvmOptions("-XX:TieredStopAtLevel=1")
                        // A throttled machine answers late.
                        .withFlags("--load", load, "--holder-lease", "20s", "--owner-lease", "30s");
        double fastest = cpus.values().stream().mapToDouble(each -> each).max().orElse(1);
        for (Map.Entry<String, Double> node : cpus.entrySet()) {
            settings =
                    settings.withFlagsOf(
                            node.getKey(),
                            "--speed",
                            Double.toString(node.getValue() / fastest),
                            "--workers",
                            "1");
        }
        return master ? settings.withFlagsOf("n1", "--master", "true", "--workers", "0") : settings;
    }

    private static void serve(EvenkeelCluster machines, Map<String, Double> cpus)
            throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        if (!"slow".equals(in.readLine())) {
            return;
        }
        try (Workstations stations = machines.workstations(cpus, RESERVE)) {
            answer("slow", Map.of("apart", stations.isApart()));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                switch (line) {
                    case "forget" -> {
                        stations.forget();
                        answer(line, Map.of());
                    }
                    case "received" -> {
                        Map<String, Object> nodes = new LinkedHashMap<>();
                        for (ReceivedCpuTime one : stations.receivedCpuTime()) {
                            nodes.put(one.node(), Map.of("share", one.share()));
                        }
                        answer(line, Map.of("nodes", nodes));
                    }
                    default -> throw new IOException("\"" + line + "\" is not a valid line");
                }
            }
        }
    }

    private static void answer(String fact, Map<String, Object> fields) throws IOException {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("fact", fact);
        line.putAll(fields);
        System.out.println(JSON.std.asString(line));
        System.out.flush();
    }
}
