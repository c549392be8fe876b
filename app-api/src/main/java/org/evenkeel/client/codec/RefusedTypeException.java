package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.KryoException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Something may not travel; collects the path to it while Kryo's calls unwind. */
final class RefusedTypeException extends KryoException {

    private static final int MAX_PATH = 20;

    private final transient Deque<String> path = new ArrayDeque<>();
    private final String what;
    private final String why;

    /**
     * @param what type of the offender
     * @param why empty, or an explanation
     */
    RefusedTypeException(String what, String why) {
        super(what);
        this.what = what;
        this.why = why;
    }

    /** The same for another object of the type, with a path of its own. */
    RefusedTypeException again() {
        return new RefusedTypeException(what, why);
    }

    void addStep(String step) {
        if (path.size() < MAX_PATH) {
            path.addFirst(step);
        }
    }

    @Override
    public void addTrace(String info) {
        // Our own serialisers call addStep, which says it shorter.
    }

    /** {@code QueensTask.board -> Board.lock (java.util.concurrent.locks.ReentrantLock)}. */
    @Override
    public String getMessage() {
        String where = path.isEmpty() ? what : String.join(" -> ", path) + " (" + what + ")";
        return why.isEmpty() ? where : where + ": " + why;
    }
}
