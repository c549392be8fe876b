package org.evenkeel.continuations.weave;

import org.evenkeel.client.bundle.CheckpointIndex;
import org.objectweb.asm.Type;

/** Which methods can reach a checkpoint, as the program's {@link CheckpointIndex} says. */
record CheckpointReachability(CheckpointIndex index, Hierarchy hierarchy) {
    /** Whether a call of this method may reach a checkpoint: of this class, or of one above it. */
    boolean reaches(String owner, String name, String descriptor) {
        String method = name + descriptor;
        if (index.names(owner, method)) {
            return true;
        }
        if (!index.hasMethod(method)) {
            return false;
        }
        return hierarchy.supertypes(owner).stream().anyMatch(each -> index.names(each, method));
    }

    /** The functional interface a lambda is made for. */
    static String functional(String descriptor) {
        return Type.getReturnType(descriptor).getInternalName();
    }
}
