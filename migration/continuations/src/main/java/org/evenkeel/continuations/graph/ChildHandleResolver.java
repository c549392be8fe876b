package org.evenkeel.continuations.graph;

import java.util.Collection;
import org.evenkeel.client.Handle;
import org.evenkeel.client.session.OpenTask;

/** The children of the task whose graph is written or read. */
public interface ChildHandleResolver {

    /** Whether this is a handle of one of its children. */
    boolean owns(Handle<?> handle);

    /** Its children that have not ended. */
    Collection<? extends OpenTask> open();

    /**
     * A handle of what a checkpoint has kept of a child. One that had not ended is submitted again
     * when everything has been read ({@link #allRead}); one whose outcome is among its parts gets
     * it afterwards.
     *
     * @throws DamagedGraph if there can be none
     */
    Handle<?> make(ChildImage image) throws DamagedGraph;

    /** Everything is read and in order. */
    void allRead();
}
