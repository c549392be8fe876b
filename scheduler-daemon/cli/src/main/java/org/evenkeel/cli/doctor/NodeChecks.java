package org.evenkeel.cli.doctor;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.wire.proto.StatsAnswer;

/** Checks of what each daemon of a cluster says of its own machine; they ask nothing themselves. */
public final class NodeChecks {
    static final String CERTIFICATES = "certificates";
    static final String DISKS = "disks of nodes";

    /** Free space that is told, of what a node needs at least. */
    private static final int MARGIN = 4;

    /** How long the certificates of all nodes are valid. */
    public static List<Finding> certificates(Instant now, List<StatsAnswer> nodes) {
        List<Finding> findings = new ArrayList<>();
        Instant first = null;
        for (StatsAnswer node : nodes) {
            if (!node.hasCertificateUntil()) {
                continue;
            }
            Instant until;
            try {
                until = Instant.parse(node.getCertificateUntil());
            } catch (DateTimeException e) {
                findings.add(
                        Finding.unknown(
                                CERTIFICATES,
                                node.getNode() + " does not tell when its certificate ends",
                                "run evenkeel cert show on its machine"));
                continue;
            }
            first = first == null || until.isBefore(first) ? until : first;
            if (until.isBefore(now.plus(CertificateCheck.SOON))) {
                findings.add(ending(now, node.getNode(), until));
            }
        }
        if (findings.isEmpty()) {
            findings.add(
                    Finding.ok(
                            CERTIFICATES,
                            first == null
                                    ? "no node has one"
                                    : "the first ends %s, in %s days"
                                            .formatted(
                                                    NumberFormatter.time(first.toString()),
                                                    Duration.between(now, first).toDays())));
        }
        return findings;
    }

    private static Finding ending(Instant now, String node, Instant until) {
        String end = NumberFormatter.time(until.toString());
        String advice =
                "see daemon.log on %s why it was not renewed, or run evenkeel cert renew there"
                        .formatted(node);
        return now.isAfter(until)
                ? Finding.problem(
                        CERTIFICATES, "that of %s expired at %s".formatted(node, end), advice)
                : Finding.warning(
                        CERTIFICATES,
                        "that of %s is valid until %s, %d days"
                                .formatted(node, end, Duration.between(now, until).toDays()),
                        advice);
    }

    /** Whether the disks of all nodes have room for tasks that need them. */
    public static List<Finding> disks(List<StatsAnswer> nodes) {
        List<Finding> findings = new ArrayList<>();
        for (StatsAnswer node : nodes) {
            long free = node.getDiskFreeBytes();
            long least = node.getDiskLeastBytes();
            if (!node.hasDiskFreeBytes() || free >= MARGIN * least) {
                continue;
            }
            String found =
                    "%s has %s free and needs %s"
                            .formatted(
                                    node.getNode(),
                                    NumberFormatter.bytes(free),
                                    NumberFormatter.bytes(least));
            String advice =
                    "delete files on the disk of that node's directory, or lower low-disk-bytes";
            findings.add(
                    free < least
                            ? Finding.problem(
                                    DISKS, found + ": it rejects tasks that need the disk", advice)
                            : Finding.warning(DISKS, found, advice));
        }
        if (findings.isEmpty()) {
            findings.add(Finding.ok(DISKS, "all have room"));
        }
        return findings;
    }
}
