package org.evenkeel.client.lambdas;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.List;

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

    /**
     * All of a class file, each once.
     *
     * @throws IllegalArgumentException if it is damaged, or of a version that no code here knows
     */
    static List<LambdaCallSite> of(byte[] classFile) {
        try {
            ConstantPool constants = new ConstantPool(classFile);
            BootstrapTable table = BootstrapTable.of(constants);
            List<LambdaCallSite> sites = new ArrayList<>();
            for (int i = 1; table != null && i < constants.count(); i++) {
                if (constants.is(i, ConstantPool.INVOKE_DYNAMIC)) {
                    BootstrapTable.Entry entry = table.entries().get(constants.bootstrapOf(i));
                    String made = entry.lambdaFactory(constants);
                    if (BootstrapTable.PLAIN.equals(made) || BootstrapTable.ALT.equals(made)) {
                        sites.add(read(constants, constants.callOf(i), entry.arguments()));
                    }
                }
            }
            return List.copyOf(sites);
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            throw new IllegalArgumentException("a damaged class file", e);
        }
    }

    private static LambdaCallSite read(ConstantPool constants, int call, List<Integer> arguments) {
        int handle = arguments.get(1);
        int bodyMethod = constants.methodOf(handle);
        int bodyCall = constants.nameAndTypeOf(bodyMethod);
        List<String> markers = new ArrayList<>();
        List<String> bridges = new ArrayList<>();
        readMore(constants, arguments, markers, bridges);
        return new LambdaCallSite(
                constants.name(call),
                constants.type(call),
                constants.methodType(arguments.get(0)),
                new Body(
                        constants.kindOf(handle),
                        constants.className(constants.ownerOf(bodyMethod)),
                        constants.name(bodyCall),
                        constants.type(bodyCall)),
                constants.methodType(arguments.get(2)),
                List.copyOf(markers),
                List.copyOf(bridges));
    }

    /** What only {@code altMetafactory} gets: flags, and what they announce. */
    private static void readMore(
            ConstantPool constants,
            List<Integer> arguments,
            List<String> markers,
            List<String> bridges) {
        if (arguments.size() <= 3) {
            return;
        }
        int flags = constants.integer(arguments.get(3));
        int at = 4;
        if ((flags & LambdaMetafactory.FLAG_MARKERS) != 0) {
            for (int left = constants.integer(arguments.get(at++)); left > 0; left--) {
                markers.add(constants.className(arguments.get(at++)));
            }
        }
        if ((flags & LambdaMetafactory.FLAG_BRIDGES) != 0) {
            for (int left = constants.integer(arguments.get(at++)); left > 0; left--) {
                bridges.add(constants.methodType(arguments.get(at++)));
            }
        }
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
