package org.evenkeel.daemon.net;

import java.nio.channels.FileChannel;

/**
 * A part of a file that is to be sent.
 *
 * @param file open; whoever sends it closes it
 */
public record FilePart(FileChannel file, long offset, int length) {}
