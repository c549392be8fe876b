package org.evenkeel.client.bundle;

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

    /**
     * Reads a class file.
     *
     * @param whole whether its code is read too
     * @param usesApi see {@link #usesApi()}
     * @throws IllegalArgumentException if it is damaged, or of a version that no code here knows
     */
    static ClassFacts read(byte[] bytes, boolean whole, boolean usesApi) {
        return ClassFactsReader.read(bytes, whole, usesApi);
    }
}
