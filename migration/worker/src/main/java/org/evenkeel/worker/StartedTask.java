package org.evenkeel.worker;

import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.model.Digest;
import org.jspecify.annotations.Nullable;

/**
 * A task the daemon gave to this worker; its payload lies in the frame it came in.
 *
 * @param frame holds {@code length} bytes of payload from {@code offset} on
 * @param blob names the payload's file instead, null when the payload is in the frame
 */
record StartedTask(
        WorkerKind kind,
        Ticket ticket,
        byte[] frame,
        int offset,
        int length,
        @Nullable Digest blob) {}
