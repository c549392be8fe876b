package org.evenkeel.client.files;

import org.evenkeel.model.Grant;

/**
 * A value that a task has published, or a part of one.
 *
 * @param attempt the grant under which the task began to count its values
 * @param number of the value, from 1
 * @param offset byte of the value
 * @param content at most {@link FileRequest#MAX_BYTES}; not copied
 * @param more whether another part follows
 */
public record PublicationPart(
        Grant attempt, long number, int offset, byte[] content, boolean more) {

    /** Largest value, bytes. */
    public static final int MAX_VALUE = 1 << 20;
}
