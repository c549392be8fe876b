package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.evenkeel.daemon.audit.AuditReader;
import org.evenkeel.daemon.audit.AuditReader.StoredEntry;
import org.evenkeel.daemon.audit.AuditTail;
import org.evenkeel.model.Printable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows who did what. */
@Command(
        name = "audit",
        description = {
            "Show the audit log of this machine.",
            "It records sessions, jobs and their code, who ended them, rejected requests, tokens"
                    + " and certificates.",
            "Reads nodes/NODE/audit.log, and authority/audit.log on the machine with "
                    + "the authority; no daemon needs to run. Each machine has its own log. A "
                    + "job is logged by the node that its client was attached to."
        },
        footer = {
            "  evenkeel audit --since 1h",
            "  evenkeel audit --who alice --what job-opened",
            "  evenkeel audit --job 3k7x0a9q2m4fz",
            "  evenkeel audit --follow --json | jq -r 'select(.what == \"refused\") | .why'"
        })
final class AuditCommand extends BaseCommand {
    private static final long POLL_MILLIS = 250;

    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Option(
            names = "--node",
            paramLabel = "NODE",
            description = "Only entries of this node (default: all nodes on this machine).")
    private @Nullable String node;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description =
                    "Only entries since then: 90s, 15m, 2h or 7d ago, or since "
                            + "2026-01-31T12:00:00Z.")
    private @Nullable String since;

    @Option(
            names = "--who",
            paramLabel = "NAME",
            description = "Only actions of this user, and entries about this user's jobs.")
    private @Nullable String who;

    @Option(names = "--job", paramLabel = "ID", description = "Only entries about this job.")
    private @Nullable String job;

    @Option(
            names = "--what",
            paramLabel = "KIND",
            description = "Only entries of this kind (the third column).")
    private @Nullable String what;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "At most the newest N (default: ${DEFAULT-VALUE}).")
    private int limit = 10_000;

    @Option(names = "--follow", description = "Follow the log until interrupted.")
    private boolean follow;

    @Option(names = "--json", description = "Print the raw lines, one JSON object each.")
    private boolean json;

    @Override
    public Integer call() throws IOException, CommandFailure {
        if (limit < 1) {
            throw invalid("--limit must be 1 or more");
        }
        Predicate<StoredEntry> wanted = wanted();
        List<Path> logs = AuditReader.logs(cluster.directory(), node);
        if (logs.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    (node == null ? "no node" : "node " + node)
                            + " of "
                            + cluster.title()
                            + " has an audit log on this machine");
        }
        List<AuditTail> tails = new ArrayList<>();
        for (Path log : logs) { // first: what comes meanwhile is shown twice rather than never
            tails.add(new AuditTail(log));
        }
        AuditReader reader = new AuditReader(wanted, limit);
        for (Path log : logs) {
            reader.read(log);
        }
        reader.lines().forEach(this::print);
        if (reader.unreadable() > 0) {
            spec.commandLine()
                    .getErr()
                    .println(reader.unreadable() + " lines are not audit entries");
        }
        if (follow) {
            follow(tails, wanted);
        }
        return ExitCode.OK;
    }

    private void follow(List<AuditTail> tails, Predicate<StoredEntry> wanted) throws IOException {
        try {
            while (true) {
                for (AuditTail tail : tails) {
                    for (String text : tail.more()) {
                        StoredEntry line = AuditReader.parse(text);
                        if (line != null && wanted.test(line)) {
                            print(line);
                        }
                    }
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Predicate<StoredEntry> wanted() {
        Instant from = since == null ? Instant.EPOCH : from(since);
        return line ->
                !line.at().isBefore(from)
                        && (who == null || isOf(line, who))
                        && (what == null || what.equals(line.text("what")))
                        && (job == null
                                || job.equals(line.text("job"))
                                || line.fields().get("jobs") instanceof List<?> jobs
                                        && jobs.contains(job));
    }

    private static boolean isOf(StoredEntry line, String name) {
        return name.equals(line.who().get("name")) || name.equals(line.text("submitter"));
    }

    private Instant from(String text) {
        try {
            if (text.endsWith("Z")) {
                return Instant.parse(text);
            }
            String days = text.endsWith("d") ? text.substring(0, text.length() - 1) : "";
            Duration time =
                    days.isEmpty()
                            ? Ttl.parse(text).orElseThrow(() -> new IllegalArgumentException(text))
                            : Duration.ofDays(Long.parseLong(days));
            return InstantSource.system().instant().minus(time);
        } catch (RuntimeException e) {
            throw invalid(
                    "--since: \"%s\" is not a time; use 90s, 15m, 2h, 7d or 2026-01-31T12:00:00Z"
                            .formatted(text));
        }
    }

    private void print(StoredEntry line) {
        spec.commandLine().getOut().println(json ? line.json() : words(line));
        spec.commandLine().getOut().flush();
    }

    /** One line for readers; nothing of it can end it or move the cursor. */
    private static String words(StoredEntry line) {
        String more =
                line.fields().entrySet().stream()
                        .filter(field -> !isHead(String.valueOf(field.getKey())))
                        .map(field -> field.getKey() + "=" + quoted(field.getValue()))
                        .collect(Collectors.joining(" "));
        Map<?, ?> by = line.who();
        String name = String.valueOf(by.get("name"));
        String roles =
                by.get("roles") instanceof List<?> list
                        ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
                        : Boolean.TRUE.equals(by.get("local")) ? "local" : "no certificate";
        return Printable.of(
                "%s %s %s %s (%s)%s%s%s"
                        .formatted(
                                line.text("at"),
                                line.text("node").isEmpty() ? "-" : line.text("node"),
                                line.text("what"),
                                name.isEmpty() ? "-" : name,
                                roles,
                                after(" ", by.get("address")),
                                after(" certificate=", by.get("certificate")),
                                more.isEmpty() ? "" : " " + more));
    }

    private static String after(String name, @Nullable Object value) {
        return value == null ? "" : name + value;
    }

    private static boolean isHead(String name) {
        return name.equals("at")
                || name.equals("node")
                || name.equals("what")
                || name.equals("who");
    }

    private static String quoted(@Nullable Object value) {
        if (value instanceof String text) {
            boolean plain = !text.isEmpty() && text.indexOf(' ') < 0 && text.indexOf('"') < 0;
            return plain ? text : '"' + text.replace("\"", "\\\"") + '"';
        }
        return String.valueOf(value);
    }
}
