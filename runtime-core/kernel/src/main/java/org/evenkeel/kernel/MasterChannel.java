package org.evenkeel.kernel;

import java.util.function.LongFunction;
import org.evenkeel.model.protocol.PhaseReply;

/** The way to the master of scheduling phases. */
interface MasterChannel {

    /** Whether there may be one: the policy has phases. */
    boolean isPossible();

    /** Whether one is known now. */
    boolean isThere();

    /** Says something to it; nothing when there is none. It may be lost on its way. */
    void send(LongFunction<PhaseReply> ofTerm);
}
