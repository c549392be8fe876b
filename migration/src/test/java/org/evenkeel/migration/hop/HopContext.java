package org.evenkeel.migration.hop;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.migration.capture.Flow;

/** The context of a task under test: each checkpoint, or each so-manieth, puts it away. */
public class HopContext implements TaskContext {

    /** Why checkpoints did not. */
    public final List<String> obstacles = new ArrayList<>();

    private final int every;
    private int passed;

    /**
     * @param every how many checkpoints make one hop; 0 for none ever
     */
    public HopContext(int every) {
        this.every = every;
    }

    @Override
    public void checkpoint() {
        if (every > 0 && ++passed % every == 0) {
            obstacles.add(Flow.suspend());
        }
    }

    /** A checkpoint with what travels besides. */
    public byte[] pack(byte[] checkpoint) {
        return checkpoint;
    }

    /** Takes out what travels besides. */
    public byte[] unpack(byte[] packed) {
        return packed;
    }

    private static UnsupportedOperationException no() {
        return new UnsupportedOperationException("not in this test");
    }

    @Override
    public <R> TaskHandle<R> spawn(Task<R> child) {
        throw no();
    }

    @Override
    public <R> TaskHandle<R> spawn(Task<R> child, TaskOptions options) {
        throw no();
    }

    @Override
    public <R> List<TaskHandle<R>> spawnAll(Collection<? extends Task<R>> children) {
        throw no();
    }

    @Override
    public <R> List<R> invokeAll(Collection<? extends Task<R>> children) {
        throw no();
    }

    @Override
    public void awaitAll(Collection<? extends TaskHandle<?>> handles) {
        throw no();
    }

    @Override
    public void awaitAny(Collection<? extends TaskHandle<?>> handles) {
        throw no();
    }

    @Override
    public <R> R tailCall(Task<R> child) {
        throw no();
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public String taskId() {
        return "t";
    }

    @Override
    public String node() {
        return "n";
    }

    @Override
    public int attempt() {
        return 1;
    }
}
