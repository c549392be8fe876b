package org.evenkeel.kernel;

import java.util.function.LongFunction;
import org.evenkeel.model.protocol.PhaseWord;

/** The way to the master of scheduling phases. */
interface MasterLine {

    /** Whether there may be one: the policy has phases. */
    boolean isPossible();

    /** Whether one is known now. */
    boolean isThere();

    /** Says something to it; nothing when there is none. It may be lost on its way. */
    void say(LongFunction<PhaseWord> ofTerm);
}
