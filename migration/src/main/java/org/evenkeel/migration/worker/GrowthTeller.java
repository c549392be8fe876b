package org.evenkeel.migration.worker;

import com.google.protobuf.ByteString;
import java.util.function.Consumer;
import org.evenkeel.session.FinishedTask.ResultFile;
import org.evenkeel.session.FinishedTask.Ticket;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Growing;

/**
 * Tells the node of a checkpoint that is being written, so that it can be on its way before it is
 * all there. Small ones are there before anybody could have asked.
 */
final class GrowthTeller implements CheckpointFiles.Watcher {

    /** Of smaller ones nothing is told. */
    private static final long LEAST_BYTES = 4 << 20;

    /** So much more is there each time. */
    private static final long STEP_BYTES = 1 << 20;

    private final Ticket ticket;
    private final Consumer<Frame> send;
    private long told;

    GrowthTeller(Ticket ticket, Consumer<Frame> send) {
        this.ticket = ticket;
        this.send = send;
    }

    @Override
    public void grew(ResultFile whole, long written) {
        if (whole.size() >= LEAST_BYTES && written - told >= STEP_BYTES) {
            told = written;
            tell(whole, false);
        }
    }

    @Override
    public void gaveUp(ResultFile whole) {
        if (told > 0) {
            tell(whole, true);
        }
    }

    private void tell(ResultFile whole, boolean givenUp) {
        Growing growing =
                Growing.newBuilder()
                        .setTask(Worker.granted(ticket))
                        .setFile(whole.path())
                        .setBlob(
                                BlobRef.newBuilder()
                                        .setSha256(ByteString.copyFrom(whole.digest().toBytes()))
                                        .setSize(whole.size()))
                        .setWritten(told)
                        .setGivenUp(givenUp)
                        .build();
        send.accept(Frame.newBuilder().setGrowing(growing).build());
    }
}
