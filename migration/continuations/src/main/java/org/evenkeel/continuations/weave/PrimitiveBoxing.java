package org.evenkeel.continuations.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Conversions between types, as a lambda's call does them. */
final class PrimitiveBoxing {

    private static final String KINDS = "ZCBSIJFD";
    private static final String[] WRAPPERS = {
        "Boolean", "Character", "Byte", "Short", "Integer", "Long", "Float", "Double"
    };
    private static final String[] NAMES = {
        "boolean", "char", "byte", "short", "int", "long", "float", "double"
    };

    /** From int, long, float (rows) to int, long, float, double (columns). */
    private static final int[][] WIDENING = {
        {Opcodes.NOP, Opcodes.I2L, Opcodes.I2F, Opcodes.I2D},
        {Opcodes.NOP, Opcodes.NOP, Opcodes.L2F, Opcodes.L2D},
        {Opcodes.NOP, Opcodes.NOP, Opcodes.NOP, Opcodes.F2D}
    };

    private static boolean isPrimitive(Type type) {
        return type.getSort() < Type.ARRAY;
    }

    /** A wrapper as its primitive; a number as any primitive number. */
    static void unbox(InsnList list, Type to) {
        int kind = KINDS.indexOf(to.getDescriptor());
        String wrapper = kind <= 1 ? "java/lang/" + WRAPPERS[kind] : "java/lang/Number";
        list.add(new TypeInsnNode(Opcodes.CHECKCAST, wrapper));
        list.add(
                new MethodInsnNode(
                        Opcodes.INVOKEVIRTUAL,
                        wrapper,
                        NAMES[kind] + "Value",
                        "()" + to.getDescriptor()));
    }

    private static void box(InsnList list, Type from) {
        int kind = KINDS.indexOf(from.getDescriptor());
        String wrapper = "java/lang/" + WRAPPERS[kind];
        list.add(
                new MethodInsnNode(
                        Opcodes.INVOKESTATIC,
                        wrapper,
                        "valueOf",
                        "(" + from.getDescriptor() + ")L" + wrapper + ";"));
    }

    /** What is on the stack, of one type, as another. */
    static void convert(InsnList list, Type from, Type to) {
        if (from.equals(to) || to.getSort() == Type.VOID) {
            return;
        }
        if (!isPrimitive(from) && !isPrimitive(to)) {
            if (!to.getInternalName().equals(Hierarchy.OBJECT)) {
                list.add(new TypeInsnNode(Opcodes.CHECKCAST, to.getInternalName()));
            }
        } else if (!isPrimitive(to)) {
            box(list, from);
        } else if (!isPrimitive(from)) {
            unboxAs(list, from, to);
        } else {
            widen(list, from, to);
        }
    }

    /** A wrapper of a narrower type is unboxed and widened; a char is no Number. */
    private static void unboxAs(InsnList list, Type from, Type to) {
        boolean character = from.getInternalName().equals("java/lang/Character");
        if (character && to.getSort() != Type.CHAR) {
            unbox(list, Type.CHAR_TYPE);
            widen(list, Type.CHAR_TYPE, to);
        } else {
            unbox(list, to);
        }
    }

    private static void widen(InsnList list, Type from, Type to) {
        int row = Math.max(0, KINDS.indexOf(from.getDescriptor()) - 4);
        int column = Math.max(0, KINDS.indexOf(to.getDescriptor()) - 4);
        if (row != column) {
            list.add(new InsnNode(WIDENING[row][column]));
        }
    }
}
