package org.evenkeel.cli;

import java.util.List;
import org.evenkeel.cli.query.JobLine;
import org.jspecify.annotations.Nullable;

/**
 * What one look at a job has shown.
 *
 * @param line the job; null when no node that answered has it
 * @param silent the nodes that did not answer: one of them may have it
 */
record JobSight(@Nullable JobLine line, List<String> silent) {

    /** Whether no node has the job. */
    boolean isGone() {
        return line == null && silent.isEmpty();
    }

    /** Whether only a node that did not answer can have it. */
    boolean isUnknown() {
        return line == null && !silent.isEmpty();
    }
}
