package org.evenkeel.daemon.session;

import java.util.List;

/** The jobs whose clients are, or were, attached to this daemon; for displays. */
public interface JobBook {

    /**
     * A job and its client.
     *
     * @param session origin of the client's tasks
     * @param attached whether the client is here
     * @param attachment counts the client's attachments; of two nodes that show a job, the one with
     *     the greater has the client's tasks
     */
    record JobEntry(OpenedJob job, long session, boolean attached, int attachment) {}

    /** In no order. */
    List<JobEntry> jobs();
}
