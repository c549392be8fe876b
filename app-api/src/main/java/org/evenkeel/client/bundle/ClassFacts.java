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
 */
record ClassFacts(
        String name,
        @Nullable String superName,
        List<String> interfaces,
        Set<String> declared,
        List<Call> calls,
        List<Lambda> lambdas) {

    /** A method that calls something. */
    record Caller(String owner, String method, boolean inherited, int line) {
        boolean isInitialiser() {
            return method.startsWith("<");
        }

        /** It begins at this line, unless it does before. */
        Caller placedAt(int aLine) {
            return line == 0 ? new Caller(owner, method, inherited, aLine) : this;
        }
    }

    /** One call of a method, its name and descriptor. */
    record Call(Caller from, String owner, String method) {}

    /** A lambda: its body, and the method of the interface through which it is called. */
    record Lambda(String bodyOwner, String body, String functional, String method) {}

    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

    /**
     * Reads a class file.
     *
     * @param whole whether its code is read too
     * @throws IllegalArgumentException if it is damaged, or of a version that nobody here knows
     */
    static ClassFacts read(byte[] bytes, boolean whole) {
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
                lambdas);
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
                    Lambda lambda = lambda(dynamic);
                    if (lambda != null) {
                        lambdas.add(lambda);
                    }
                }
                default -> {}
            }
        }
    }

    private static @Nullable Lambda lambda(InvokeDynamicInstruction dynamic) {
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
                    called.owner().asInternalName(),
                    called.name().stringValue() + called.type().stringValue(),
                    made.substring(made.lastIndexOf(")L") + 2, made.length() - 1),
                    dynamic.name().stringValue() + method.descriptor().stringValue());
        }
        return null;
    }
}
