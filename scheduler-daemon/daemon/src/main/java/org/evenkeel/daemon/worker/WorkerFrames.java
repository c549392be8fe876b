package org.evenkeel.daemon.worker;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.Message.GrantedTask;
import org.evenkeel.wire.ResourceWords;
import org.evenkeel.wire.proto.Bind;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Stop;

/** What only workers are told. */
final class WorkerFrames {

    private WorkerFrames() {}

    static Frame bind(Seat seat, List<Path> jars, Path workDirectory) {
        Bind.Builder bind =
                Bind.newBuilder()
                        .setJob(seat.job.value())
                        .setWorkDirectory(workDirectory.toString())
                        .addAllJars(jars.stream().map(Path::toString).toList());
        if (!seat.asked.isNone()) {
            bind.setResources(ResourceWords.toWire(seat.asked));
        }
        if (!seat.bundle.isNone()) {
            bind.setBundle(ByteString.copyFrom(seat.bundle.toBytes()));
        }
        return Frame.newBuilder().setBind(bind).build();
    }

    static Frame stop(String why) {
        return Frame.newBuilder().setStop(Stop.newBuilder().setWhy(why)).build();
    }

    static Finish cancelled(GrantedTask task, String why) {
        return new Finish(task.task(), task.grant(), Outcome.cancelled(why), 0, Finish.NO_TAIL);
    }
}
