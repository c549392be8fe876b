package org.evenkeel.hostile;

import java.util.Random;

/** One kind of attack. */
interface Attack {

    /**
     * Goes on until it is enough, or the time is over.
     *
     * @param random of this attack alone
     */
    void run(Target target, Random random, Tally tally) throws Exception;
}
