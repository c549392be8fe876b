package org.evenkeel.continuations.weave;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** The calls of a method at which it can be suspended, and what has to be kept at each. */
final class SuspensionSites {

    /** A value and the local it is in, or is put into. */
    record SavedLocal(int slot, Type type) {}

    /**
     * One call.
     *
     * @param index of the call among the method's instructions
     * @param locals what the rest of the method reads
     * @param beneath operand stack below the call's receiver and arguments, bottom first
     * @param arguments receiver and arguments
     * @param monitors locals with the objects of held monitors, outermost first
     */
    record Site(
            int index,
            int line,
            List<SavedLocal> locals,
            List<SavedLocal> beneath,
            List<SavedLocal> arguments,
            List<Integer> monitors) {}

    /** Indices of calls that may reach a checkpoint. */
    static Set<Integer> calls(MethodNode method, CheckpointReachability checkpointReachability) {
        Set<Integer> calls = new LinkedHashSet<>();
        for (int i = 0; i < method.instructions.size(); i++) {
            if (method.instructions.get(i) instanceof MethodInsnNode call
                    && !call.name.equals("<init>")
                    && checkpointReachability.reaches(call.owner, call.name, call.desc)) {
                calls.add(i);
            }
        }
        return calls;
    }

    /**
     * @param firstSlot first local that the method does not use
     */
    static List<Site> of(
            MethodNode method,
            @Nullable Frame<BasicValue>[] frames,
            Set<Integer> calls,
            int firstSlot)
            throws Unweavable {
        BitSet[] live = Liveness.of(method);
        @Nullable List<Integer>[] monitors = Monitors.of(method);
        List<Site> sites = new ArrayList<>();
        int line = 0;
        for (int i = 0; i < method.instructions.size(); i++) {
            AbstractInsnNode each = method.instructions.get(i);
            if (each instanceof LineNumberNode number) {
                line = number.line;
            }
            Frame<BasicValue> frame = frames[i];
            List<Integer> held = monitors[i];
            if (frame != null && held != null && calls.contains(i)) {
                sites.add(site((MethodInsnNode) each, i, line, frame, live[i], held, firstSlot));
            }
        }
        return sites;
    }

    private static Site site(
            MethodInsnNode call,
            int index,
            int line,
            Frame<BasicValue> frame,
            BitSet live,
            List<Integer> monitors,
            int firstSlot)
            throws Unweavable {
        BitSet needed = (BitSet) live.clone();
        monitors.forEach(needed::set);
        List<SavedLocal> locals = new ArrayList<>();
        for (int slot = needed.nextSetBit(0);
                slot >= 0 && slot < frame.getLocals();
                slot = needed.nextSetBit(slot + 1)) {
            Type type = frame.getLocal(slot).getType();
            if (type == null) {
                throw new Unweavable("a local has no type");
            }
            locals.add(new SavedLocal(slot, type));
        }
        int arguments =
                Type.getArgumentTypes(call.desc).length
                        + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
        List<SavedLocal> values = new ArrayList<>();
        int slot = firstSlot;
        for (int i = 0; i < frame.getStackSize(); i++) {
            BasicValue value = frame.getStack(i);
            values.add(new SavedLocal(slot, value.getType()));
            slot += value.getSize();
        }
        int split = values.size() - arguments;
        return new Site(
                index,
                line,
                locals,
                values.subList(0, split),
                values.subList(split, values.size()),
                monitors);
    }
}
