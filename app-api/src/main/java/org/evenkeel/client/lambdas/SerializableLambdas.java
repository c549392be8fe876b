package org.evenkeel.client.lambdas;

import java.lang.invoke.LambdaMetafactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes the lambdas and method references of a class serializable: the dynamic calls that make them
 * name the JDK's {@code altMetafactory} with a flag for it, instead of {@code metafactory}.
 *
 * <p>Nothing else changes. Stack maps are copied, so that no other class is looked at.
 */
final class SerializableLambdas extends ClassVisitor {

    private static final Handle ALT =
            new Handle(
                    Opcodes.H_INVOKESTATIC,
                    LambdaCallSite.METAFACTORY,
                    LambdaCallSite.ALT,
                    "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                            + "Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)"
                            + "Ljava/lang/invoke/CallSite;",
                    false);

    /** Place of the flags among the arguments of {@code altMetafactory}. */
    private static final int FLAGS_AT = 3;

    private boolean changed;

    private SerializableLambdas(ClassWriter to) {
        super(Opcodes.ASM9, to);
    }

    /**
     * The class with all of its lambdas serializable; null if nothing is to be changed.
     *
     * @throws IllegalArgumentException if it is damaged, or of a version that no code here knows
     */
    static byte @Nullable [] of(byte[] classFile) {
        try {
            ClassReader reader = new ClassReader(classFile);
            String text = new String(classFile, StandardCharsets.ISO_8859_1);
            if (!text.contains(LambdaCallSite.METAFACTORY)) {
                return null;
            }
            ClassWriter writer = new ClassWriter(reader, 0);
            SerializableLambdas lambdas = new SerializableLambdas(writer);
            reader.accept(lambdas, 0);
            return lambdas.changed ? writer.toByteArray() : null;
        } catch (ClassTooLargeException e) {
            return null; // no more constants fit in
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException e) { // whatever a wrong length or number leads to
            throw new IllegalArgumentException("a damaged class file", e);
        }
    }

    @Override
    public MethodVisitor visitMethod(
            int access,
            String name,
            String descriptor,
            @Nullable String signature,
            String @Nullable [] exceptions) {
        return new MethodVisitor(
                api, super.visitMethod(access, name, descriptor, signature, exceptions)) {
            @Override
            public void visitInvokeDynamicInsn(
                    String method, String made, Handle bootstrap, Object... arguments) {
                if (LambdaCallSite.isLambda(bootstrap)) {
                    int flags = arguments.length > FLAGS_AT ? (int) arguments[FLAGS_AT] : 0;
                    int count = Math.max(arguments.length, FLAGS_AT + 1);
                    Object[] more = Arrays.copyOf(arguments, count);
                    more[FLAGS_AT] = flags | LambdaMetafactory.FLAG_SERIALIZABLE;
                    changed |= (flags & LambdaMetafactory.FLAG_SERIALIZABLE) == 0;
                    super.visitInvokeDynamicInsn(method, made, ALT, more);
                } else {
                    super.visitInvokeDynamicInsn(method, made, bootstrap, arguments);
                }
            }
        };
    }
}
