package org.evenkeel.client.session;

import org.evenkeel.api.PayloadException;
import org.evenkeel.api.Task;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.codec.TaskAdapters;
import org.evenkeel.client.lambdas.AgentPresence;
import org.evenkeel.client.value.GraphTask;
import org.evenkeel.model.OwnClasses;

/** Tasks as they are submitted: wrappers for what is no {@link Task}, names, payloads. */
public final class SubmittedTaskFactory {

    private static final int MAX_NAME_LENGTH = 256;

    /** What the user wrote: the body of a wrapper, or the task itself. */
    public static Object bodyOf(Object task) {
        return task instanceof TaskAdapters.Adapter adapter ? adapter.body() : task;
    }

    /** The kind's name: the class, or class and body of a lambda. */
    public static String nameOf(Object task) {
        String name;
        try {
            name = PayloadCodec.nameOf(bodyOf(task));
        } catch (RuntimeException e) {
            name = bodyOf(task).getClass().getName();
        }
        return name.length() <= MAX_NAME_LENGTH
                ? name
                : name.substring(name.length() - MAX_NAME_LENGTH);
    }

    /** Whether a kind can be named after the task's class, so that payloads leave the class out. */
    public static boolean namesItself(Object task) {
        Class<?> type = task.getClass();
        boolean ours = task instanceof TaskAdapters.Adapter || task instanceof GraphTask;
        return !ours && !type.isHidden() && type.getName().length() <= MAX_NAME_LENGTH;
    }

    /**
     * Encodes a task.
     *
     * @throws PayloadException if it cannot travel; for a lambda it says where and what to do
     */
    public static Encoded encode(PayloadCodec codec, Object task, Kind kind) {
        Object body = bodyOf(task);
        if (PayloadCodec.isLambda(body) && !(body instanceof java.io.Serializable)) {
            throw lambdaCannotTravel(body);
        }
        try {
            return kind.type() == null ? codec.encode(task) : codec.encodeOfKnownClass(task);
        } catch (PayloadException e) {
            throw new PayloadException("task " + nameOf(task) + " " + e.getMessage(), e.getCause());
        }
    }

    private static PayloadException lambdaCannotTravel(Object lambda) {
        String where =
                StackWalker.getInstance()
                        .walk(frames ->
                                frames.filter(frame -> !isOurs(frame.getClassName()))
                                        .findFirst()
                                        .map(frame ->
                                                frame.getClassName()
                                                        + "."
                                                        + frame.getMethodName()
                                                        + "("
                                                        + frame.getFileName()
                                                        + ":"
                                                        + frame.getLineNumber()
                                                        + ")")
                                        .orElse("an unknown line"));
        return new PayloadException(
                "the lambda submitted at "
                        + where
                        + " cannot travel, because its type is not serializable. Either pass it "
                        + "where a RemoteCallable, RemoteRunnable or RemoteTask is expected (declare "
                        + "the variable with that type, or submit the lambda directly), or write a "
                        + "record that implements Task. "
                        + more(lambda));
    }

    private static String more(Object lambda) {
        if (lambda.getClass().getClassLoader() == null) {
            return "It was made inside the JDK, as by andThen or identity.";
        }
        return AgentPresence.isActive()
                ? "The Java agent leaves out the class that made it."
                : "Or " + AgentPresence.HOW + ": then any lambda can travel.";
    }

    private static boolean isOurs(String className) {
        return OwnClasses.contain(className) || className.startsWith("java.");
    }
}
