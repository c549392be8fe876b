package org.evenkeel.worker;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.client.session.FinishedTask.ResultFile;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.continuations.graph.ReadyArrays;
import org.evenkeel.wire.GrowthSteps;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Growing;
import org.evenkeel.wire.proto.Numbers;

/**
 * Tells the node of a checkpoint that is being written, so that it can be on its way before it is
 * all there. Small ones are there before any code could have asked.
 */
final class CheckpointGrowthReporter implements CheckpointFiles.Watcher {

    /** Of smaller ones nothing is told. */
    private static final long LEAST_BYTES = 4 << 20;

    private static final GrowthSteps STEPS = new GrowthSteps(1 << 20);

    private final Ticket ticket;
    private final List<Numbers> numbers;
    private final Consumer<Frame> send;
    private long told;

    /**
     * @param numbers large arrays in it, of which the first ones are told
     */
    CheckpointGrowthReporter(
            Ticket ticket, List<ReadyArrays.Numbers> numbers, Consumer<Frame> send) {
        this.ticket = ticket;
        this.numbers =
                numbers.stream()
                        .limit(WireLimits.MAX_NUMBERS)
                        .map(CheckpointGrowthReporter::wire)
                        .toList();
        this.send = send;
    }

    @Override
    public void grew(ResultFile whole, long written) {
        if (whole.size() >= LEAST_BYTES && STEPS.isDue(told, written, whole.size())) {
            boolean first = told == 0;
            told = written;
            report(whole, first ? numbers : List.of(), false);
        }
    }

    private static Numbers wire(ReadyArrays.Numbers numbers) {
        return Numbers.newBuilder()
                .setOffset(numbers.offset())
                .setKind(numbers.kind())
                .setBytes(numbers.bytes())
                .build();
    }

    @Override
    public void gaveUp(ResultFile whole) {
        if (told > 0) {
            report(whole, List.of(), true);
        }
    }

    private void report(ResultFile whole, List<Numbers> arrays, boolean givenUp) {
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
                        .addAllNumbers(arrays)
                        .build();
        send.accept(Frame.newBuilder().setGrowing(growing).build());
    }
}
