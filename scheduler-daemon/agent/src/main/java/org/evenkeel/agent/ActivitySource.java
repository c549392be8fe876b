package org.evenkeel.agent;

/**
 * An open connection to a program that knows the idle time. One thread uses it: {@link #read} and
 * {@link #close} are not safe for several threads.
 */
public interface ActivitySource extends AutoCloseable {

    /** Which source it is: mutter, x11 or logind. */
    String name();

    /**
     * Asks for the idle time. Answers or fails within about a second.
     *
     * @throws SourceFailedException when the source is gone, does not answer in time or gives a
     *     value that cannot be true. Close the source then, and open one again; it may be another.
     */
    Activity read() throws SourceFailedException;

    /** Ends the connection, within about a second. Further calls do nothing. */
    @Override
    void close();
}
