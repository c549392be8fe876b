package org.evenkeel.chaos;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** What daemons wrote down that they should not have had to. */
final class Logs {

    private static final String ERROR = " ERROR ";

    private Logs() {}

    /** Lines of level ERROR, but those of a node whose disk was full at that time. */
    static List<String> errors(List<NodeProcess> nodes, Ledger ledger) {
        List<String> errors = new ArrayList<>();
        for (NodeProcess node : nodes) {
            for (String line : node.logLines()) {
                if (line.contains(ERROR) && !ledger.hadFullDisk(node.name(), time(line))) {
                    errors.add(node.name() + " " + line);
                }
            }
        }
        return errors;
    }

    /** The machine's clock, whatever the daemon was told. */
    private static Instant time(String line) {
        try {
            return OffsetDateTime.parse(line.substring(0, line.indexOf(' '))).toInstant();
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }
}
