package org.evenkeel.continuations.weave;

import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.client.lambdas.LambdaCallSite;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Turns lambdas and method references into classes: the JDK makes them hidden classes, which no
 * other JVM has. They are numbered in the order of the class file, so that every JVM makes the
 * same.
 */
final class Lambdas {

    /** Name of the method that makes a lambda out of what it captures. */
    static final String MAKER = "make";

    /** Between the name of a class and the number of one of its lambdas. */
    static final String MARK = "$$Lambda$";

    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";
    private static final int FLAG_MARKERS = 2;
    private static final int FLAG_BRIDGES = 4;

    /** The lambda made by this instruction, null if it makes none. */
    static @Nullable InvokeDynamicInsnNode lambda(AbstractInsnNode instruction) {
        return instruction instanceof InvokeDynamicInsnNode dynamic
                        && dynamic.bsm.getOwner().equals(METAFACTORY)
                ? dynamic
                : null;
    }

    static Handle body(InvokeDynamicInsnNode lambda) {
        return (Handle) lambda.bsmArgs[1];
    }

    /**
     * Replaces the lambdas of a class.
     *
     * @param nestHost class whose private members the new classes may use
     * @return the new classes
     */
    static List<ClassNode> replace(ClassNode owner, String nestHost) {
        List<ClassNode> made = new ArrayList<>();
        for (MethodNode method : owner.methods) {
            for (AbstractInsnNode each : method.instructions.toArray()) {
                InvokeDynamicInsnNode lambda = lambda(each);
                if (lambda != null) {
                    ClassNode node = make(lambda, owner.name + MARK + made.size(), nestHost);
                    node.version = owner.version;
                    made.add(node);
                    method.instructions.set(
                            each, new MethodInsnNode(INVOKESTATIC, node.name, MAKER, lambda.desc));
                }
            }
        }
        return made;
    }

    /** The name of the class that is made of such a lambda; null if the class has none. */
    static @Nullable String nameOf(ClassNode owner, LambdaCallSite site) {
        int number = 0;
        for (MethodNode method : owner.methods) {
            for (AbstractInsnNode each : method.instructions) {
                InvokeDynamicInsnNode lambda = lambda(each);
                if (lambda != null) {
                    if (isOf(lambda, site)) {
                        return owner.name + MARK + number;
                    }
                    number++;
                }
            }
        }
        return null;
    }

    private static boolean isOf(InvokeDynamicInsnNode lambda, LambdaCallSite site) {
        Handle body = body(lambda);
        return lambda.name.equals(site.method())
                && lambda.desc.equals(site.factory())
                && lambda.bsmArgs[0].equals(Type.getMethodType(site.signature()))
                && lambda.bsmArgs[2].equals(Type.getMethodType(site.instantiated()))
                && body.getTag() == site.body().kind()
                && body.getOwner().equals(site.body().owner())
                && body.getName().equals(site.body().name())
                && body.getDesc().equals(site.body().descriptor());
    }

    private static ClassNode make(InvokeDynamicInsnNode lambda, String name, String nestHost) {
        ClassNode node = new ClassNode();
        node.access = ACC_FINAL | ACC_SYNTHETIC | ACC_SUPER;
        node.name = name;
        node.superName = Hierarchy.OBJECT;
        node.nestHostClass = nestHost;
        Set<String> interfaces = new LinkedHashSet<>();
        interfaces.add(CheckpointReachability.functional(lambda.desc));
        List<Type> bridges = new ArrayList<>();
        readFlags(lambda, interfaces, bridges);
        node.interfaces = new ArrayList<>(interfaces);
        Type[] captured = Type.getArgumentTypes(lambda.desc);
        for (int i = 0; i < captured.length; i++) {
            node.fields.add(new FieldNode(0, "c" + i, captured[i].getDescriptor(), null, null));
        }
        node.methods.add(constructor());
        node.methods.add(maker(name, lambda.desc, captured));
        Type method = (Type) lambda.bsmArgs[0];
        node.methods.add(call(lambda, name, method));
        for (Type bridge : bridges) {
            if (!bridge.equals(method)) {
                node.methods.add(call(lambda, name, bridge));
            }
        }
        return node;
    }

    private static void readFlags(
            InvokeDynamicInsnNode lambda, Set<String> interfaces, List<Type> bridges) {
        if (lambda.bsmArgs.length <= 3) {
            return;
        }
        int flags = (Integer) lambda.bsmArgs[3];
        if ((flags & 1) != 0) {
            interfaces.add("java/io/Serializable");
        }
        int at = 4;
        if ((flags & FLAG_MARKERS) != 0) {
            for (int count = (Integer) lambda.bsmArgs[at++]; count > 0; count--) {
                interfaces.add(((Type) lambda.bsmArgs[at++]).getInternalName());
            }
        }
        if ((flags & FLAG_BRIDGES) != 0) {
            for (int count = (Integer) lambda.bsmArgs[at++]; count > 0; count--) {
                bridges.add((Type) lambda.bsmArgs[at++]);
            }
        }
    }

    private static MethodNode constructor() {
        MethodNode made = new MethodNode(ASM9, ACC_PRIVATE, "<init>", "()V", null, null);
        made.instructions.add(new VarInsnNode(ALOAD, 0));
        made.instructions.add(new MethodInsnNode(INVOKESPECIAL, Hierarchy.OBJECT, "<init>", "()V"));
        made.instructions.add(new InsnNode(RETURN));
        return made;
    }

    private static MethodNode maker(String name, String descriptor, Type[] captured) {
        MethodNode made = new MethodNode(ASM9, ACC_STATIC, MAKER, descriptor, null, null);
        InsnList code = made.instructions;
        code.add(new TypeInsnNode(NEW, name));
        code.add(new InsnNode(DUP));
        code.add(new MethodInsnNode(INVOKESPECIAL, name, "<init>", "()V"));
        int slot = 0;
        for (int i = 0; i < captured.length; i++) {
            code.add(new InsnNode(DUP));
            code.add(new VarInsnNode(captured[i].getOpcode(ILOAD), slot));
            code.add(new FieldInsnNode(PUTFIELD, name, "c" + i, captured[i].getDescriptor()));
            slot += captured[i].getSize();
        }
        code.add(new InsnNode(ARETURN));
        return made;
    }

    /** The functional interface's method: captured values, then arguments, to the body. */
    private static MethodNode call(InvokeDynamicInsnNode lambda, String name, Type method) {
        MethodNode made =
                new MethodNode(ASM9, ACC_PUBLIC, lambda.name, method.getDescriptor(), null, null);
        InsnList code = made.instructions;
        Handle body = body(lambda);
        Type instantiated = (Type) lambda.bsmArgs[2];
        Type[] captured = Type.getArgumentTypes(lambda.desc);
        boolean constructor = body.getTag() == H_NEWINVOKESPECIAL;
        if (constructor) {
            code.add(new TypeInsnNode(NEW, body.getOwner()));
            code.add(new InsnNode(DUP));
        }
        List<Type> wanted = new ArrayList<>();
        if (!constructor && body.getTag() != H_INVOKESTATIC) {
            wanted.add(Type.getObjectType(body.getOwner()));
        }
        wanted.addAll(List.of(Type.getArgumentTypes(body.getDesc())));
        int place = 0;
        for (int i = 0; i < captured.length; i++) {
            code.add(new VarInsnNode(ALOAD, 0));
            code.add(new FieldInsnNode(GETFIELD, name, "c" + i, captured[i].getDescriptor()));
            PrimitiveBoxing.convert(code, captured[i], wanted.get(place++));
        }
        Type[] given = method.getArgumentTypes();
        Type[] meant = instantiated.getArgumentTypes();
        int slot = 1;
        for (int i = 0; i < given.length; i++) {
            code.add(new VarInsnNode(given[i].getOpcode(ILOAD), slot));
            slot += given[i].getSize();
            PrimitiveBoxing.convert(code, given[i], meant[i]);
            PrimitiveBoxing.convert(code, meant[i], wanted.get(place++));
        }
        code.add(
                new MethodInsnNode(
                        opcode(body),
                        body.getOwner(),
                        body.getName(),
                        body.getDesc(),
                        body.isInterface()));
        finish(code, body, constructor, instantiated.getReturnType(), method.getReturnType());
        return made;
    }

    private static void finish(
            InsnList code, Handle body, boolean constructor, Type instantiated, Type wanted) {
        Type result =
                constructor
                        ? Type.getObjectType(body.getOwner())
                        : Type.getReturnType(body.getDesc());
        if (wanted.getSort() == Type.VOID) {
            if (result.getSize() > 0) {
                code.add(new InsnNode(result.getSize() == 2 ? POP2 : POP));
            }
        } else {
            PrimitiveBoxing.convert(code, result, instantiated);
            PrimitiveBoxing.convert(code, instantiated, wanted);
        }
        code.add(new InsnNode(wanted.getOpcode(IRETURN)));
    }

    private static int opcode(Handle body) {
        return switch (body.getTag()) {
            case H_INVOKESTATIC -> INVOKESTATIC;
            case H_NEWINVOKESPECIAL -> INVOKESPECIAL;
            case H_INVOKEINTERFACE -> INVOKEINTERFACE;
            default -> body.isInterface() ? INVOKEINTERFACE : INVOKEVIRTUAL;
        };
    }
}
