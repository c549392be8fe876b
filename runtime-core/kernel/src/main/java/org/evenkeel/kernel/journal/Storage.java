package org.evenkeel.kernel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A directory of files as the journal needs it. What was written is safe from a loss of power only
 * after {@link #force}; that a file exists, or no longer does, only after {@link #forceDirectory}.
 *
 * <p>Used by one thread at a time. Any method may throw an {@link IOException}.
 */
public interface Storage extends AutoCloseable {

    /** Names of all files, in any order. */
    List<String> list() throws IOException;

    /** Makes an empty file that does not exist yet. */
    void create(String file) throws IOException;

    /** Length in bytes. */
    long size(String file) throws IOException;

    /** Writes all bytes there; after an exception any part of them may be in the file. */
    void write(String file, long offset, ByteBuffer bytes) throws IOException;

    /** Reads until {@code into} is full or the file ends; returns the number of bytes read. */
    int read(String file, long offset, ByteBuffer into) throws IOException;

    /** Cuts a file; its length is durable after {@link #force}. */
    void truncate(String file, long size) throws IOException;

    /** Makes the content and length of a file durable. */
    void force(String file) throws IOException;

    void delete(String file) throws IOException;

    /** Makes the creation and deletion of files durable. */
    void forceDirectory() throws IOException;

    /** Where a file is, for people. */
    String where(String file);

    @Override
    void close() throws IOException;
}
