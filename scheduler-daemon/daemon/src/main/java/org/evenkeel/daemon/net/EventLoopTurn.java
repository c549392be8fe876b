package org.evenkeel.daemon.net;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One turn of the event loop: what was collected while its frames were read is written once at its
 * end, so that many tasks share a frame and many frames a system call.
 */
public final class EventLoopTurn {

    /** Something that collects during a turn. */
    public abstract static class Participant {
        private boolean enlisted;

        /** Writes what was collected. */
        protected abstract void endOfTurn();
    }

    private static final Logger LOG = LoggerFactory.getLogger(EventLoopTurn.class);

    private final Executor loop;
    private final List<Participant> participants = new ArrayList<>();
    private boolean scheduled;

    /**
     * @param loop runs what it is given after the sockets that are ready now have been read
     */
    public EventLoopTurn(Executor loop) {
        this.loop = loop;
    }

    /** Asks for {@link Participant#endOfTurn} once at the end of this turn. */
    public void enlist(Participant participant) {
        if (participant.enlisted) {
            return;
        }
        participant.enlisted = true;
        participants.add(participant);
        if (!scheduled) {
            scheduled = true;
            loop.execute(this::end);
        }
    }

    private void end() {
        for (int i = 0; i < participants.size(); i++) {
            Participant participant = participants.get(i);
            participant.enlisted = false;
            try {
                participant.endOfTurn();
            } catch (RuntimeException e) {
                LOG.error("{} could not write its collected frames", participant, e);
            }
        }
        participants.clear();
        scheduled = false;
    }
}
