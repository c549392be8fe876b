package org.evenkeel.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What nobody may change who is not permitted to: the files of the cluster (its authority, its
 * tokens, what was issued and revoked, the secret of this machine) and what the daemon says of
 * itself.
 */
record StateOf(Map<String, String> parts) {

    private static final List<String> TOLD =
            List.of("draining", "workers", "workerProcesses", "members", "links", "policy");

    static StateOf cluster(Path cluster, Observer observer, String job) throws IOException {
        Map<String, String> parts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(cluster)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = cluster.relativize(file).toString();
                if (!name.startsWith("nodes") && !name.endsWith(".out")) {
                    parts.put("file " + name, digest(file));
                }
            }
        }
        String told = observer.ask("nodes", "") + observer.ask("stats", "");
        for (String field : TOLD) {
            parts.put(field, found("\"" + field + "\"\\s*:\\s*(\\[[^\\]]*\\]|[^,}]*)", told));
        }
        String jobs = observer.ask("jobs", "");
        parts.put(
                "the job", found("(\\{\"job\"\\s*:\\s*\"" + job + "\".*?\"session\"[^,]*),", jobs));
        return new StateOf(parts);
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group(1) : "none";
    }

    private static String digest(Path file) throws IOException {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
