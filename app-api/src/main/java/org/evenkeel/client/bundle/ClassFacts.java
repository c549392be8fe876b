package org.evenkeel.client.bundle;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a class: whom it extends, and what its methods call.
 *
 * @param declared instance methods that are not private, with their descriptors
 * @param usesApi whether it is from a jar or folder in which Evenkeel's API is named
 */
record ClassFacts(
        String name,
        @Nullable String superName,
        List<String> interfaces,
        Set<String> declared,
        List<Call> calls,
        List<Lambda> lambdas,
        boolean usesApi) {

    /** A method that calls something. */
    record Caller(String owner, String method, boolean inherited, int line) {
        boolean isInitialiser() {
            return method.startsWith("<");
        }

        MethodKey key() {
            return new MethodKey(owner, method);
        }

        /** It begins at this line, unless it does before. */
        Caller placedAt(int aLine) {
            return line == 0 ? new Caller(owner, method, inherited, aLine) : this;
        }
    }

    /** One call of a method, its name and descriptor. */
    record Call(Caller from, String owner, String method) {}

    /**
     * A lambda: its body, and the method of the interface through which it is called.
     *
     * @param from the method that makes it
     * @param sendable whether it can be sent to a worker: its type says that it is serializable
     */
    record Lambda(
            Caller from,
            String bodyOwner,
            String body,
            String functional,
            String method,
            boolean sendable) {
        private Lambda withSendable() {
            return new Lambda(from, bodyOwner, body, functional, method, true);
        }
    }

    /** The same where all lambdas are made serializable as the class is loaded. */
    ClassFacts withSendableLambdas() {
        List<Lambda> all = lambdas.stream().map(Lambda::withSendable).toList();
        return new ClassFacts(name, superName, interfaces, declared, calls, all, usesApi);
    }

    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

    /** What the compiler uses for lambdas that are serializable, and for few others. */
    private static final String ALT = "altMetafactory";

    /**
     * Reads a class file.
     *
     * @param whole whether its code is read too
     * @param usesApi see {@link #usesApi()}
     * @throws IllegalArgumentException if it is damaged, or of a version that no code here knows
     */
    static ClassFacts read(byte[] bytes, boolean whole, boolean usesApi) {
        ClassModel model = ClassFile.of().parse(bytes);
        String name = model.thisClass().asInternalName();
        Set<String> declared = new HashSet<>();
        List<Call> calls = new ArrayList<>();
        List<Lambda> lambdas = new ArrayList<>();
        for (MethodModel method : model.methods()) {
            String key = method.methodName().stringValue() + method.methodType().stringValue();
            boolean inherited =
                    !method.flags().has(AccessFlag.STATIC)
                            && !method.flags().has(AccessFlag.PRIVATE);
            if (inherited) {
                declared.add(key);
            }
            if (whole && method.findAttribute(Attributes.code()).isPresent()) {
                readCode(method, new Caller(name, key, inherited, 0), calls, lambdas);
            }
        }
        return new ClassFacts(
                name,
                model.superclass().map(ClassEntry::asInternalName).orElse(null),
                model.interfaces().stream().map(ClassEntry::asInternalName).toList(),
                declared,
                calls,
                lambdas,
                usesApi);
    }

    private static void readCode(
            MethodModel method, Caller unplaced, List<Call> calls, List<Lambda> lambdas) {
        Caller caller = unplaced;
        for (CodeElement each : method.code().orElseThrow()) {
            switch (each) {
                case LineNumber line -> caller = caller.placedAt(line.line());
                case InvokeInstruction call ->
                        calls.add(
                                new Call(
                                        caller,
                                        call.owner().asInternalName(),
                                        call.name().stringValue() + call.type().stringValue()));
                case InvokeDynamicInstruction dynamic -> {
                    Lambda lambda = lambda(caller, dynamic);
                    if (lambda != null) {
                        lambdas.add(lambda);
                    }
                }
                default -> {}
            }
        }
    }

    private static @Nullable Lambda lambda(Caller caller, InvokeDynamicInstruction dynamic) {
        var bootstrap = dynamic.invokedynamic().bootstrap();
        List<LoadableConstantEntry> arguments = bootstrap.arguments();
        boolean isOne =
                bootstrap
                        .bootstrapMethod()
                        .reference()
                        .owner()
                        .asInternalName()
                        .equals(METAFACTORY);
        if (isOne
                && arguments.size() > 2
                && arguments.get(0) instanceof MethodTypeEntry method
                && arguments.get(1) instanceof MethodHandleEntry body) {
            MemberRefEntry called = body.reference();
            String made = dynamic.type().stringValue();
            return new Lambda(
                    caller,
                    called.owner().asInternalName(),
                    called.name().stringValue() + called.type().stringValue(),
                    made.substring(made.lastIndexOf(")L") + 2, made.length() - 1),
                    dynamic.name().stringValue() + method.descriptor().stringValue(),
                    bootstrap.bootstrapMethod().reference().name().equalsString(ALT));
        }
        return null;
    }
}
