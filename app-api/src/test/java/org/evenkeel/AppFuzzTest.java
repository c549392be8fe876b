package org.evenkeel;

import java.util.List;
import org.evenkeel.client.JsonFuzz;
import org.evenkeel.client.NodeFileFuzz;
import org.evenkeel.codec.PayloadCodecFuzz;
import org.evenkeel.files.HomeFuzz;
import org.evenkeel.link.LinkFuzz;
import org.evenkeel.session.OutcomeReaderFuzz;
import org.evenkeel.session.SubmitterFuzz;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.evenkeel.testing.fuzz.FuzzTests;

/** Hostile bytes for the readers of this module. */
class AppFuzzTest extends FuzzTests {

    @Override
    protected List<FuzzTarget> targets() {
        return List.of(
                new HomeFuzz(),
                new JsonFuzz(),
                new LinkFuzz(),
                new NodeFileFuzz(),
                new OutcomeReaderFuzz(),
                new PayloadCodecFuzz(),
                new SubmitterFuzz());
    }
}
