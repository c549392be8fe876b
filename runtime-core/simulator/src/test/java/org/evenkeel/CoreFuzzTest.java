package org.evenkeel;

import java.util.List;
import org.evenkeel.kernel.journal.JournalDamageFuzz;
import org.evenkeel.kernel.journal.SegmentsFuzz;
import org.evenkeel.kernel.keepers.LogBytesFuzz;
import org.evenkeel.security.identity.CertificatesFuzz;
import org.evenkeel.security.identity.JoinTokenFuzz;
import org.evenkeel.security.identity.PemFuzz;
import org.evenkeel.security.identity.RevocationListFuzz;
import org.evenkeel.simulator.work.RecordingReaderFuzz;
import org.evenkeel.simulator.work.TaskFileFuzz;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.evenkeel.testing.fuzz.FuzzTests;
import org.evenkeel.wire.JournalMapperFuzz;
import org.evenkeel.wire.WireMapperFuzz;
import org.evenkeel.wire.link.LinkFuzz;

/** Hostile bytes for the readers of this module. */
class CoreFuzzTest extends FuzzTests {

    @Override
    protected List<FuzzTarget> targets() {
        return List.of(
                new CertificatesFuzz(),
                new JoinTokenFuzz(),
                new JournalDamageFuzz(),
                new JournalMapperFuzz(),
                new LinkFuzz(),
                new LogBytesFuzz(),
                new PemFuzz(),
                new RecordingReaderFuzz(),
                new RevocationListFuzz(),
                new SegmentsFuzz(),
                new TaskFileFuzz(),
                new WireMapperFuzz());
    }
}
