package org.evenkeel.kernel.policy.neighbour;

import java.util.EnumSet;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.neighbour.Hybrid1997.Misprint;

/** The paper's handlers with chosen misprints, for tests of other packages. */
public final class Misprinted {

    private Misprinted() {}

    /** Everything mended. */
    public static Policy mended() {
        return new Hybrid1997(EnumSet.noneOf(Misprint.class));
    }

    /** Section 2 forgets that the sender believes this node HIGH. */
    public static Policy forgetsTheSender() {
        return new Hybrid1997(EnumSet.of(Misprint.FORGETS_THE_SENDER));
    }

    /** Step 4 says LOW for HIGH. */
    public static Policy fullNodeSaysLow() {
        return new Hybrid1997(EnumSet.of(Misprint.FULL_NODE_SAYS_LOW));
    }

    /** Step 2 has no "else". */
    public static Policy fullNodeIsSilent() {
        return new Hybrid1997(EnumSet.of(Misprint.FULL_NODE_IS_SILENT));
    }
}
