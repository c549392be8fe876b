package org.evenkeel.migration;

import java.util.List;
import org.evenkeel.migration.envelope.EnvelopeFuzz;
import org.evenkeel.migration.worker.StartReaderFuzz;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.evenkeel.testing.fuzz.FuzzTests;

/** Hostile bytes for the readers of this module. */
class WorkerFuzzTest extends FuzzTests {

    @Override
    protected List<FuzzTarget> targets() {
        return List.of(new StartReaderFuzz(), new EnvelopeFuzz());
    }
}
