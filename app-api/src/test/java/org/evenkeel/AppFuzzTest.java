package org.evenkeel;

import java.util.List;
import org.evenkeel.client.NodeFileFuzz;
import org.evenkeel.client.codec.PayloadCodecFuzz;
import org.evenkeel.client.files.HomeFuzz;
import org.evenkeel.client.session.OutcomeReaderFuzz;
import org.evenkeel.client.session.SubmitterFuzz;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.evenkeel.testing.fuzz.FuzzTests;

/** Hostile bytes for the readers of this module. */
class AppFuzzTest extends FuzzTests {

    @Override
    protected List<FuzzTarget> targets() {
        return List.of(
                new HomeFuzz(),
                new NodeFileFuzz(),
                new OutcomeReaderFuzz(),
                new PayloadCodecFuzz(),
                new SubmitterFuzz());
    }
}
