package org.evenkeel.daemon;

import java.util.List;
import org.evenkeel.daemon.blob.BundleManifestFuzz;
import org.evenkeel.daemon.identity.IssuedFuzz;
import org.evenkeel.daemon.identity.OpenTokenFuzz;
import org.evenkeel.daemon.journal.RecordCodecFuzz;
import org.evenkeel.daemon.net.FrameDecoderFuzz;
import org.evenkeel.daemon.net.ListenerHandshakeFuzz;
import org.evenkeel.daemon.signature.SignedJarsFuzz;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.evenkeel.testing.fuzz.FuzzTests;

/** Hostile bytes for the readers of this module. */
class DaemonFuzzTest extends FuzzTests {

    @Override
    protected List<FuzzTarget> targets() {
        return List.of(
                new BundleManifestFuzz(),
                new FrameDecoderFuzz(),
                new IssuedFuzz(),
                new ListenerHandshakeFuzz(),
                new OpenTokenFuzz(),
                new RecordCodecFuzz(),
                new SignedJarsFuzz());
    }
}
