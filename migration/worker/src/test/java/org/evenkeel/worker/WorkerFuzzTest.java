package org.evenkeel.worker;

import java.util.List;
import org.evenkeel.continuations.envelope.EnvelopeFuzz;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.evenkeel.testing.fuzz.FuzzTests;

/** Hostile bytes for the readers of this module. */
class WorkerFuzzTest extends FuzzTests {

    @Override
    protected List<FuzzTarget> targets() {
        return List.of(new StartReaderFuzz(), new EnvelopeFuzz());
    }
}
