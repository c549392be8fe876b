package org.evenkeel.cli.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.evenkeel.model.Numbers;
import org.evenkeel.security.identity.Trust;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.proto.NodesAnswer;

/** Checks of what the daemons of a cluster say; they ask nothing themselves. */
public final class ClusterChecks {
    /** The names of the checks. */
    public static final List<String> NAMES =
            List.of(
                    "daemons",
                    "versions",
                    "links",
                    "link losses",
                    "clocks",
                    NodeChecks.CERTIFICATES,
                    NodeChecks.DISKS);

    private static final int MANY_LOSSES = 3;
    private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(10);
    private static final int MOST_NAMED = 20;

    /** All of them, for this reason. */
    public static List<Finding> skipped(String reason) {
        return NAMES.stream().map(name -> Finding.skipped(name, reason)).toList();
    }

    /** No daemon answers although some are known; the other checks have nothing to check. */
    public static List<Finding> unreachable(String reason) {
        List<Finding> findings = new ArrayList<>();
        findings.add(
                Finding.problem(
                        "daemons",
                        reason,
                        "start the daemon, or see daemon.log in the directory of its node"));
        NAMES.stream()
                .skip(1)
                .forEach(name -> findings.add(Finding.skipped(name, "no daemon answers")));
        return findings;
    }

    /**
     * Which daemons answer.
     *
     * @param silent names of those that do not
     * @param direct why this machine cannot connect to a daemon that answers others, by name
     */
    public static List<Finding> daemons(
            List<NodesAnswer> answers, List<String> silent, Map<String, String> direct) {
        String check = NAMES.getFirst();
        List<Finding> findings = new ArrayList<>();
        for (String node : silent) {
            findings.add(
                    Finding.problem(
                            check,
                            node + " does not answer",
                            "see whether its machine and its daemon run and respond; if it will "
                                    + "not return: evenkeel nodes forget "
                                    + node));
        }
        direct.forEach((node, why) ->
                findings.add(
                        Finding.warning(
                                check,
                                node + " answers other daemons, but not this machine: " + why,
                                "permit connections from here to its address (firewall), or its "
                                        + "programs use other daemons")));
        if (findings.isEmpty()) {
            findings.add(
                    Finding.ok(
                            check,
                            answers.size() == 1
                                    ? "one daemon, and it answers"
                                    : answers.size() + " daemons, and all answer"));
        }
        return findings;
    }

    /** Whether daemons run the version of this command. */
    public static List<Finding> versions(String own, List<NodesAnswer> answers) {
        Map<String, String> others =
                answers.stream()
                        .filter(one -> !version(one).equals(own))
                        .collect(Collectors.toMap(NodesAnswer::getNode, ClusterChecks::version));
        if (others.isEmpty()) {
            return List.of(Finding.ok("versions", "all run " + own));
        }
        List<Finding> findings = new ArrayList<>();
        answers.stream()
                .map(NodesAnswer::getNode)
                .filter(others::containsKey)
                .forEach(node ->
                        findings.add(
                                Finding.warning(
                                        "versions",
                                        "%s runs %s, this command is %s"
                                                .formatted(node, others.get(node), own),
                                        "update the older one (docs/operations.md, Rolling "
                                                + "upgrade)")));
        return findings;
    }

    private static String version(NodesAnswer answer) {
        return answer.getVersion().isEmpty() ? Software.EARLIER : answer.getVersion();
    }

    /** Whether neighbours are linked. */
    public static List<Finding> links(List<NodesAnswer> answers) {
        List<Finding> findings = new ArrayList<>();
        int up = 0;
        for (NodesAnswer answer : answers) {
            List<String> missing =
                    answer.getNeighboursList().stream()
                            .filter(one -> !one.getUp())
                            .map(NodesAnswer.Neighbour::getName)
                            .toList();
            up += answer.getNeighboursCount() - missing.size();
            if (!missing.isEmpty()) {
                findings.add(
                        Finding.warning(
                                "links",
                                answer.getNode() + " has no link with " + names(missing),
                                ("see that both run and that a firewall permits connections; "
                                                + "daemon.log of %s has the reason")
                                        .formatted(answer.getNode())));
            }
        }
        if (findings.isEmpty()) {
            findings.add(
                    Finding.ok(
                            "links",
                            up == 0 ? "no daemon has a neighbour" : "all neighbours are linked"));
        }
        return findings;
    }

    /** Whether links are lost again and again. */
    public static List<Finding> losses(List<NodesAnswer> answers) {
        String check = "link losses";
        List<Finding> findings = new ArrayList<>();
        List<String> earlier = new ArrayList<>();
        int few = 0;
        for (NodesAnswer answer : answers) {
            for (NodesAnswer.Neighbour neighbour : answer.getNeighboursList()) {
                if (!neighbour.hasLosses()) {
                    earlier.add(answer.getNode());
                    break;
                }
                if (neighbour.getLosses() < MANY_LOSSES) {
                    few += neighbour.getLosses();
                    continue;
                }
                findings.add(
                        Finding.warning(
                                check,
                                "%s lost its link with %s %d times within the last hour"
                                        .formatted(
                                                answer.getNode(),
                                                neighbour.getName(),
                                                neighbour.getLosses()),
                                "see daemon.log of both for the reasons: the network between "
                                        + "them, a daemon that restarts, or a machine that sleeps "
                                        + "or is overloaded"));
            }
        }
        if (!earlier.isEmpty()) {
            findings.add(
                    Finding.unknown(
                            check,
                            "not known of %s, which run an earlier version"
                                    .formatted(names(earlier)),
                            "update them"));
        }
        if (findings.isEmpty()) {
            findings.add(Finding.ok(check, few + " within the last hour"));
        }
        return findings;
    }

    /**
     * Whether clocks agree.
     *
     * @param readings by node, of those that tell
     * @param earlier nodes whose version does not tell
     */
    public static List<Finding> clocks(Map<String, ClockReading> readings, List<String> earlier) {
        List<Finding> findings = new ArrayList<>();
        Duration most = Duration.ZERO;
        for (Map.Entry<String, ClockReading> entry : readings.entrySet()) {
            ClockReading reading = entry.getValue();
            if (reading.least().compareTo(CLOCKS_DIFFER) < 0) {
                Duration sure = reading.offset().abs().plus(reading.error());
                most = sure.compareTo(most) > 0 ? sure : most;
            } else {
                findings.add(differs(entry.getKey(), reading));
            }
        }
        if (!earlier.isEmpty()) {
            findings.add(
                    Finding.unknown(
                            "clocks",
                            "not known of %s: it is an earlier version".formatted(names(earlier)),
                            "update them"));
        }
        if (findings.isEmpty()) {
            findings.add(
                    readings.isEmpty()
                            ? Finding.skipped("clocks", "no daemon answers this machine")
                            : Finding.ok(
                                    "clocks",
                                    "all differ from the one here by less than %s"
                                            .formatted(seconds(most.plusMillis(1)))));
        }
        return findings;
    }

    private static Finding differs(String node, ClockReading reading) {
        String found =
                "that of %s is %s %s the one here, give or take %s"
                        .formatted(
                                node,
                                seconds(reading.offset().abs()),
                                reading.offset().isNegative() ? "behind" : "ahead of",
                                seconds(reading.error()));
        String advice = "set both clocks by NTP (timedatectl set-ntp true)";
        return reading.least().compareTo(Trust.CLOCK_TOLERANCE) < 0
                ? Finding.warning("clocks", found, advice)
                : Finding.problem(
                        "clocks",
                        found + "; certificates permit ten minutes, and calendars are wrong",
                        advice);
    }

    private static String seconds(Duration time) {
        return Numbers.format("%.3f s", time.toNanos() / 1e9);
    }

    private static String names(List<String> names) {
        String text = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
        int more = names.size() - MOST_NAMED;
        return more > 0 ? text + " and " + more + " more" : text;
    }
}
