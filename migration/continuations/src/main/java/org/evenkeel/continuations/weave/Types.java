package org.evenkeel.continuations.weave;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.SimpleVerifier;

/** What type each local and each value on the operand stack has, before each instruction. */
final class Types {

    /** An object between {@code new} and its constructor. */
    static final class Unmade extends BasicValue {
        final TypeInsnNode made;

        Unmade(Type type, TypeInsnNode made) {
            super(type);
            this.made = made;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // instructions are who they are
        public boolean equals(@Nullable Object other) {
            return other instanceof Unmade unmade && unmade.made == made;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(made);
        }
    }

    static final Type NULL = Type.getObjectType("null");

    /**
     * Frames by the index of the instruction; null for code that is never reached.
     *
     * @throws Unweavable if the code makes no sense
     */
    static @Nullable Frame<BasicValue>[] of(String owner, MethodNode method, Hierarchy hierarchy)
            throws Unweavable {
        try {
            Analyzer<BasicValue> analyzer =
                    new Analyzer<>(new Reading(Type.getObjectType(owner), hierarchy)) {
                        @Override
                        protected Frame<BasicValue> newFrame(int locals, int stack) {
                            return new Following(locals, stack);
                        }

                        @Override
                        protected Frame<BasicValue> newFrame(Frame<? extends BasicValue> frame) {
                            return new Following(frame);
                        }
                    };
            return analyzer.analyzeAndComputeMaxs(owner, method);
        } catch (AnalyzerException e) {
            throw new Unweavable("its code cannot be analysed: " + e.getMessage());
        }
    }

    private static final class Following extends Frame<BasicValue> {
        Following(int locals, int stack) {
            super(locals, stack);
        }

        Following(Frame<? extends BasicValue> frame) {
            super(frame);
        }

        @Override
        public void execute(AbstractInsnNode instruction, Interpreter<BasicValue> interpreter)
                throws AnalyzerException {
            Unmade unmade = null;
            if (instruction instanceof MethodInsnNode call
                    && call.getOpcode() == Opcodes.INVOKESPECIAL
                    && call.name.equals("<init>")) {
                int arguments = Type.getArgumentTypes(call.desc).length;
                if (getStack(getStackSize() - 1 - arguments) instanceof Unmade u) {
                    unmade = u;
                }
            }
            super.execute(instruction, interpreter);
            if (unmade == null) {
                return;
            }
            BasicValue made = new BasicValue(unmade.getType());
            for (int i = 0; i < getLocals(); i++) {
                if (getLocal(i).equals(unmade) && getLocal(i) instanceof Unmade) {
                    setLocal(i, made);
                }
            }
            for (int i = 0; i < getStackSize(); i++) {
                if (getStack(i) instanceof Unmade u && u.equals(unmade)) {
                    setStack(i, made);
                }
            }
        }
    }

    /** Types without loading classes; trusts what a compiler wrote. */
    private static final class Reading extends SimpleVerifier {
        private final Hierarchy hierarchy;

        Reading(Type owner, Hierarchy hierarchy) {
            super(Opcodes.ASM9, owner, null, List.of(), false);
            this.hierarchy = hierarchy;
        }

        @Override
        public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
            return instruction.getOpcode() == Opcodes.NEW
                    ? new Unmade(
                            Type.getObjectType(((TypeInsnNode) instruction).desc),
                            (TypeInsnNode) instruction)
                    : super.newOperation(instruction);
        }

        @Override
        protected boolean isSubTypeOf(BasicValue value, BasicValue expected) {
            return true;
        }

        @Override
        protected boolean isInterface(Type type) {
            return type.getSort() == Type.OBJECT && hierarchy.isInterface(type.getInternalName());
        }

        @Override
        protected @Nullable Type getSuperClass(Type type) {
            if (type.getSort() != Type.OBJECT) {
                return Type.getObjectType(Hierarchy.OBJECT);
            }
            String above = hierarchy.superOf(type.getInternalName());
            return above == null ? null : Type.getObjectType(above);
        }

        @Override
        protected boolean isAssignableFrom(Type to, Type from) {
            if (to.equals(from)) {
                return true;
            }
            if (to.getSort() == Type.OBJECT && from.getSort() == Type.OBJECT) {
                return hierarchy.isAssignable(to.getInternalName(), from.getInternalName());
            }
            if (from.getSort() == Type.ARRAY && to.getSort() == Type.OBJECT) {
                String name = to.getInternalName();
                return name.equals(Hierarchy.OBJECT) || hierarchy.isInterface(name);
            }
            return false;
        }
    }
}
