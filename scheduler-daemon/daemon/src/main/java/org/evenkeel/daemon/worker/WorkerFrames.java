package org.evenkeel.daemon.worker;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.wire.ResourceMapper;
import org.evenkeel.wire.TaskIdMapper;
import org.evenkeel.wire.proto.Bind;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Stop;
import org.evenkeel.wire.proto.TakeProfile;
import org.evenkeel.wire.proto.TakeStack;

/** What only workers are told. */
final class WorkerFrames {
    static Frame bind(WorkerBinding workerBinding, List<Path> jars, Path workDirectory) {
        Bind.Builder bind =
                Bind.newBuilder()
                        .setJob(workerBinding.job.value())
                        .setWorkDirectory(workDirectory.toString())
                        .addAllJars(jars.stream().map(Path::toString).toList());
        if (!workerBinding.asked.isNone()) {
            bind.setResources(ResourceMapper.toWire(workerBinding.asked));
        }
        if (!workerBinding.bundle.isNone()) {
            bind.setBundle(ByteString.copyFrom(workerBinding.bundle.toBytes()));
        }
        return Frame.newBuilder().setBind(bind).build();
    }

    static Frame stop(String why) {
        return Frame.newBuilder().setStop(Stop.newBuilder().setWhy(why)).build();
    }

    static Frame takeStack(int number, TaskId task) {
        return Frame.newBuilder()
                .setTakeStack(
                        TakeStack.newBuilder().setNumber(number).setTask(TaskIdMapper.toWire(task)))
                .build();
    }

    static Frame takeProfile(int number, long millis) {
        return Frame.newBuilder()
                .setTakeProfile(TakeProfile.newBuilder().setNumber(number).setMillis(millis))
                .build();
    }

    static Finish cancelled(GrantedTask task, String why) {
        return new Finish(task.task(), task.grant(), Outcome.cancelled(why), 0, Finish.NO_TAIL);
    }
}
