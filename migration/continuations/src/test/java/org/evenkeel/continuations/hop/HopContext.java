package org.evenkeel.continuations.hop;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.continuations.capture.SuspendableRun;

/** The context of a task under test: each checkpoint, or each so-manieth, puts it away. */
public class HopContext extends StandaloneContext {

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
            obstacles.add(SuspendableRun.suspend());
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
}
