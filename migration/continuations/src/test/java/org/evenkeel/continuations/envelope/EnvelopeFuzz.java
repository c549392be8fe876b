package org.evenkeel.continuations.envelope;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.continuations.graph.DamagedGraph;
import org.evenkeel.continuations.graph.Pieces;
import org.evenkeel.continuations.hop.HopContext;
import org.evenkeel.continuations.hop.Programs;
import org.evenkeel.continuations.weave.WovenLoader;
import org.evenkeel.samples.cost.Queens;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Checkpoints: an envelope, and behind a first byte of 1 the content of one. */
public final class EnvelopeFuzz implements FuzzTarget {

    /** Made when first fed: the program of the checkpoints. */
    private static final class Program {
        static final WovenLoader LOADER = load();

        private static WovenLoader load() {
            try {
                Path folder = Files.createTempDirectory("envelope-fuzz");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> Programs.delete(folder)));
                WovenLoader loader = Programs.woven(Programs.copyPackageOf(Queens.class, folder));
                loader.loadClass(Queens.Ladder.class.getName());
                return loader;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(DamagedGraph.class, RefusedCheckpoint.class);
    }

    @Override
    public void feed(byte[] input) throws Exception {
        if (input.length > 0 && input[0] == 1) {
            StackCodec.read(
                    Pieces.of(ByteBuffer.wrap(input, 1, input.length - 1)),
                    Program.LOADER,
                    new HopContext(0),
                    null);
        } else {
            Envelope.read(input);
        }
    }
}
