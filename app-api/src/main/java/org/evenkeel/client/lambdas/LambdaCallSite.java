package org.evenkeel.client.lambdas;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A call that makes a lambda, as a class file has it. Names of classes have slashes.
 *
 * @param method name of the interface's method
 * @param factory descriptor: what is captured, and the interface
 * @param signature descriptor of the interface's method
 * @param body method that the lambda calls
 * @param instantiated descriptor of the interface's method with type arguments put in
 * @param markers more interfaces that the lambda has
 * @param bridges more descriptors under which it has the method
 */
public record LambdaCallSite(
        String method,
        String factory,
        String signature,
        Body body,
        String instantiated,
        List<String> markers,
        List<String> bridges) {

    /**
     * The method that a lambda calls.
     *
     * @param kind how: one of the {@code REF} constants of MethodHandleInfo
     */
    public record Body(int kind, String owner, String name, String descriptor) {}

    static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

    /** The JDK's method that makes most lambdas. */
    private static final String PLAIN = "metafactory";

    /** The one that makes lambdas with flags, markers or bridges. */
    static final String ALT = "altMetafactory";

    /** Whether a dynamic call that is linked so makes a lambda. */
    static boolean isLambda(Handle bootstrap) {
        return bootstrap.getOwner().equals(METAFACTORY)
                && (bootstrap.getName().equals(PLAIN) || bootstrap.getName().equals(ALT));
    }

    /**
     * All of a class file, each once.
     *
     * @throws IllegalArgumentException if it is damaged, or of a version that no code here knows
     */
    static Set<LambdaCallSite> of(byte[] classFile) {
        Set<LambdaCallSite> sites = new LinkedHashSet<>();
        MethodVisitor code =
                new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitInvokeDynamicInsn(
                            String method, String made, Handle bootstrap, Object... arguments) {
                        if (isLambda(bootstrap)) {
                            sites.add(read(method, made, List.of(arguments)));
                        }
                    }
                };
        ClassVisitor methods =
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        return code;
                    }
                };
        try {
            new ClassReader(classFile)
                    .accept(methods, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return sites;
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException e) { // whatever a wrong length or number leads to
            throw new IllegalArgumentException("a damaged class file", e);
        }
    }

    /** Flags, and what they announce, are for {@code altMetafactory} alone. */
    private static LambdaCallSite read(String method, String made, List<Object> arguments) {
        Handle body = (Handle) arguments.get(1);
        Iterator<Object> more = arguments.subList(3, arguments.size()).iterator();
        int flags = more.hasNext() ? (int) more.next() : 0;
        List<String> markers = new ArrayList<>();
        if ((flags & LambdaMetafactory.FLAG_MARKERS) != 0) {
            for (int left = (int) more.next(); left > 0; left--) {
                markers.add(((Type) more.next()).getInternalName());
            }
        }
        List<String> bridges = new ArrayList<>();
        if ((flags & LambdaMetafactory.FLAG_BRIDGES) != 0) {
            for (int left = (int) more.next(); left > 0; left--) {
                bridges.add(((Type) more.next()).getDescriptor());
            }
        }
        return new LambdaCallSite(
                method,
                made,
                ((Type) arguments.get(0)).getDescriptor(),
                new Body(body.getTag(), body.getOwner(), body.getName(), body.getDesc()),
                ((Type) arguments.get(2)).getDescriptor(),
                List.copyOf(markers),
                List.copyOf(bridges));
    }

    /** Name of the interface. */
    String functional() {
        return factory.substring(factory.lastIndexOf(")L") + 2, factory.length() - 1);
    }

    /**
     * Whether a lambda of this form may have been made here. The class of the body is left open: a
     * form names the one that declares the method, a class file the one that the program named.
     */
    boolean fits(SerializedLambda form) {
        return method.equals(form.getFunctionalInterfaceMethodName())
                && functional().equals(form.getFunctionalInterfaceClass())
                && signature.equals(form.getFunctionalInterfaceMethodSignature())
                && body.name().equals(form.getImplMethodName())
                && body.descriptor().equals(form.getImplMethodSignature())
                && instantiated.equals(form.getInstantiatedMethodType());
    }
}
