package org.evenkeel.continuations.weave;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Moves {@code new} behind the arguments of its constructor where one of them may be suspended: an
 * object that is not made yet cannot be suspended.
 */
final class ObjectCreationRewriter {
    /** Changes the method; whether there was anything to do. */
    static boolean move(MethodNode method, @Nullable Frame<BasicValue>[] frames, Set<Integer> calls)
            throws Unweavable {
        Set<TypeInsnNode> across = across(method, frames, calls);
        if (across.isEmpty()) {
            return false;
        }
        AbstractInsnNode[] code = method.instructions.toArray();
        for (int i = 0; i < code.length; i++) {
            Frame<BasicValue> frame = frames[i];
            if (frame != null
                    && code[i] instanceof MethodInsnNode call
                    && call.getOpcode() == Opcodes.INVOKESPECIAL
                    && call.name.equals("<init>")) {
                Type[] arguments = Type.getArgumentTypes(call.desc);
                BasicValue made = frame.getStack(frame.getStackSize() - 1 - arguments.length);
                if (made instanceof Types.Unmade unmade && across.contains(unmade.made)) {
                    makeHere(method, call, arguments);
                }
            }
        }
        for (TypeInsnNode each : across) {
            AbstractInsnNode dup = each.getNext();
            while (dup != null && dup.getOpcode() < 0) {
                dup = dup.getNext();
            }
            if (dup == null || dup.getOpcode() != Opcodes.DUP) {
                throw new Unweavable("an object is created in an unusual way");
            }
            method.instructions.remove(dup);
            method.instructions.remove(each);
        }
        return true;
    }

    private static Set<TypeInsnNode> across(
            MethodNode method, @Nullable Frame<BasicValue>[] frames, Set<Integer> calls)
            throws Unweavable {
        Set<TypeInsnNode> across = new HashSet<>();
        for (int index : calls) {
            Frame<BasicValue> frame = frames[index];
            if (frame == null) {
                continue;
            }
            for (int i = 0; i < frame.getStackSize(); i++) {
                if (frame.getStack(i) instanceof Types.Unmade unmade) {
                    across.add(unmade.made);
                }
            }
            for (int i = 0; i < frame.getLocals(); i++) {
                if (frame.getLocal(i) instanceof Types.Unmade) {
                    throw new Unweavable("an uninitialised object is in a local variable");
                }
            }
        }
        return across;
    }

    /** {@code .., arguments} becomes {@code .., object}. */
    private static void makeHere(MethodNode method, MethodInsnNode call, Type[] arguments) {
        InsnList before = new InsnList();
        int[] slots = new int[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            slots[i] = method.maxLocals;
            method.maxLocals += arguments[i].getSize();
        }
        for (int i = arguments.length - 1; i >= 0; i--) {
            before.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ISTORE), slots[i]));
        }
        before.add(new TypeInsnNode(Opcodes.NEW, call.owner));
        before.add(new InsnNode(Opcodes.DUP));
        for (int i = 0; i < arguments.length; i++) {
            before.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ILOAD), slots[i]));
        }
        method.instructions.insertBefore(call, before);
    }
}
