package org.evenkeel.continuations.weave;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Which monitors a method holds before each instruction, as the locals that have their objects,
 * outermost first.
 */
final class Monitors {
    /**
     * @return null elements for code that is never reached
     * @throws Unweavable if locks are not nested as a compiler nests them
     */
    static @Nullable List<Integer>[] of(MethodNode method) throws Unweavable {
        InsnList code = method.instructions;
        @SuppressWarnings({"unchecked", "rawtypes"})
        @Nullable List<Integer>[] held = new List[code.size()];
        List<List<Integer>> next = Liveness.successors(method);
        Deque<Integer> open = new ArrayDeque<>();
        reach(held, open, 0, List.of());
        while (!open.isEmpty()) {
            int index = open.remove();
            List<Integer> before = held[index];
            if (before == null) {
                continue;
            }
            for (TryCatchBlockNode block : method.tryCatchBlocks) {
                if (code.get(index).getOpcode() >= 0 && Liveness.covers(code, block, index)) {
                    reach(held, open, code.indexOf(block.handler), before);
                    if (block.type == null) {
                        break; // catches all there is
                    }
                }
            }
            List<Integer> after = step(code.get(index), before);
            for (int each : next.get(index)) {
                reach(held, open, each, after);
            }
        }
        return held;
    }

    private static void reach(
            @Nullable List<Integer>[] held, Deque<Integer> open, int index, List<Integer> monitors)
            throws Unweavable {
        List<Integer> before = held[index];
        if (before == null) {
            held[index] = monitors;
            open.add(index);
        } else if (!before.equals(monitors)) {
            throw new Unweavable("its locks are not nested");
        }
    }

    private static List<Integer> step(AbstractInsnNode instruction, List<Integer> before)
            throws Unweavable {
        if (instruction.getOpcode() == Opcodes.MONITORENTER) {
            List<Integer> after = new ArrayList<>(before);
            after.add(local(instruction));
            return after;
        }
        if (instruction.getOpcode() == Opcodes.MONITOREXIT) {
            if (before.isEmpty()) {
                throw new Unweavable("it releases a lock that it does not hold");
            }
            return before.subList(0, before.size() - 1);
        }
        return before;
    }

    /** The local that has the object to be locked. */
    private static int local(AbstractInsnNode enter) throws Unweavable {
        AbstractInsnNode last = previous(enter);
        if (last instanceof VarInsnNode store
                && store.getOpcode() == Opcodes.ASTORE
                && isDup(previous(store))) {
            return store.var;
        }
        if (last instanceof VarInsnNode load && load.getOpcode() == Opcodes.ALOAD) {
            return load.var;
        }
        throw new Unweavable("the object of a synchronized block is not in a local variable");
    }

    private static boolean isDup(@Nullable AbstractInsnNode instruction) {
        return instruction != null && instruction.getOpcode() == Opcodes.DUP;
    }

    private static @Nullable AbstractInsnNode previous(AbstractInsnNode from) {
        AbstractInsnNode each = from.getPrevious();
        while (each != null && each.getOpcode() < 0) {
            each = each.getPrevious();
        }
        return each;
    }
}
