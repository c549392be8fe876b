package org.evenkeel.continuations.weave;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Which locals the rest of a method may still read, before each instruction. */
final class Liveness {
    static BitSet[] of(MethodNode method) {
        InsnList code = method.instructions;
        int count = code.size();
        List<List<Integer>> next = successors(method);
        BitSet[] live = new BitSet[count];
        for (int i = 0; i < count; i++) {
            live[i] = new BitSet(method.maxLocals);
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = count - 1; i >= 0; i--) {
                BitSet now = new BitSet(method.maxLocals);
                for (int each : next.get(i)) {
                    now.or(live[each]);
                }
                step(code.get(i), now);
                for (TryCatchBlockNode block : method.tryCatchBlocks) {
                    if (covers(code, block, i)) {
                        now.or(live[code.indexOf(block.handler)]);
                    }
                }
                if (!now.equals(live[i])) {
                    live[i] = now;
                    changed = true;
                }
            }
        }
        return live;
    }

    private static void step(AbstractInsnNode instruction, BitSet live) {
        if (instruction instanceof VarInsnNode var) {
            boolean store = var.getOpcode() >= Opcodes.ISTORE && var.getOpcode() <= Opcodes.ASTORE;
            live.set(var.var, !store);
        } else if (instruction instanceof IincInsnNode iinc) {
            live.set(iinc.var);
        }
    }

    static boolean covers(InsnList code, TryCatchBlockNode block, int index) {
        return code.indexOf(block.start) <= index && index < code.indexOf(block.end);
    }

    /** Where each instruction may go next, handlers aside. */
    static List<List<Integer>> successors(MethodNode method) {
        InsnList code = method.instructions;
        List<List<Integer>> all = new ArrayList<>(code.size());
        for (int i = 0; i < code.size(); i++) {
            AbstractInsnNode each = code.get(i);
            List<Integer> next = new ArrayList<>(2);
            int opcode = each.getOpcode();
            boolean ends =
                    opcode == Opcodes.GOTO
                            || opcode == Opcodes.ATHROW
                            || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
                            || opcode == Opcodes.TABLESWITCH
                            || opcode == Opcodes.LOOKUPSWITCH;
            if (!ends && i + 1 < code.size()) {
                next.add(i + 1);
            }
            switch (each) {
                case JumpInsnNode jump -> next.add(code.indexOf(jump.label));
                case TableSwitchInsnNode table -> add(code, next, table.dflt, table.labels);
                case LookupSwitchInsnNode table -> add(code, next, table.dflt, table.labels);
                default -> {}
            }
            all.add(next);
        }
        return all;
    }

    private static void add(
            InsnList code, List<Integer> next, LabelNode otherwise, List<LabelNode> labels) {
        next.add(code.indexOf(otherwise));
        for (LabelNode label : labels) {
            next.add(code.indexOf(label));
        }
    }
}
