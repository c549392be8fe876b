package org.evenkeel.daemon.session;

import org.evenkeel.daemon.config.SubmitterQuotas.Quota;

/**
 * What one submitter has at this node and may have; for displays.
 *
 * @param name in its certificate, empty for this machine's user
 * @param bytes of payloads and results, -1 where nothing counts them because nothing limits them
 * @param waiting tasks that came and wait until there is room
 * @param quota 0: no limit
 * @param source the key that says so
 */
public record SubmitterLine(
        String name,
        int sessions,
        int jobs,
        long tasks,
        long bytes,
        int waiting,
        Quota quota,
        String source) {}
