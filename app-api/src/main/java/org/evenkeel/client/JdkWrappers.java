package org.evenkeel.client;

import static org.evenkeel.client.JdkFields.field;
import static org.evenkeel.client.JdkFields.get;
import static org.evenkeel.client.JdkFields.need;
import static org.evenkeel.client.JdkFields.set;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.client.codec.TaskAdapters;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of the JDK that wrap one of the program: futures, and stages of a CompletableFuture. What
 * they wrap is sent. Then they are run here, with its outcome in its place, and so complete
 * whatever waits for them.
 *
 * <p>It reads fields of {@code java.util.concurrent}, which the agent opens (or {@code
 * --add-opens}). Otherwise nothing is found inside of them.
 */
final class JdkWrappers {

    private static final @Nullable JdkWrappers OPENED = open();

    /** The outcome of a task: it yields the result, or throws what the task threw. */
    interface Outcome {
        @Nullable Object get() throws Exception;
    }

    /**
     * What is inside of a wrapper.
     *
     * @param body what is to be sent; null when it is enough to run the wrapper
     * @param put puts the outcome in its place
     * @param follow takes the handle of what was sent
     */
    record Inside(@Nullable Task<?> body, Consumer<Outcome> put, Consumer<TaskHandle<?>> follow) {

        static final Inside NOTHING = new Inside(null, outcome -> {}, handle -> {});
    }

    private final Field callable;
    private final Field adapted;
    private final Field adaptedResult;
    private final Field supplier;
    private final Field supplierFuture;
    private final Field runnable;
    private final Field runnableFuture;
    private final Field function;
    private final Field functionSource;
    private final Field functionFuture;

    private JdkWrappers() throws ReflectiveOperationException {
        callable = field("FutureTask", "callable");
        adapted = field("Executors$RunnableAdapter", "task");
        adaptedResult = field("Executors$RunnableAdapter", "result");
        supplier = field("CompletableFuture$AsyncSupply", "fn");
        supplierFuture = field("CompletableFuture$AsyncSupply", "dep");
        runnable = field("CompletableFuture$AsyncRun", "fn");
        runnableFuture = field("CompletableFuture$AsyncRun", "dep");
        function = field("CompletableFuture$UniApply", "fn");
        functionSource = field("CompletableFuture$UniCompletion", "src");
        functionFuture = field("CompletableFuture$UniCompletion", "dep");
    }

    private static @Nullable JdkWrappers open() {
        try {
            return new JdkWrappers();
        } catch (ReflectiveOperationException | InaccessibleObjectException e) {
            return null;
        }
    }

    /** Whether wrappers can be looked into. */
    static boolean areOpen() {
        return OPENED != null;
    }

    /** What is inside of a task of the JDK; null if it is none that is known here. */
    static @Nullable Inside inside(Runnable task) {
        return OPENED == null ? null : OPENED.look(task);
    }

    private @Nullable Inside look(Runnable task) {
        if (task instanceof FutureTask<?> future) {
            return inFuture(future);
        }
        if (isOf(supplier, task)) {
            return inSupplier(task);
        }
        if (isOf(runnable, task)) {
            return inRunnable(task);
        }
        return isOf(function, task) ? inFunction(task) : null;
    }

    private static boolean isOf(Field field, Object object) {
        return field.getDeclaringClass().isInstance(object);
    }

    // ---- Futures

    private Inside inFuture(FutureTask<?> future) {
        Object task = get(callable, future);
        if (task == null) {
            return Inside.NOTHING; // it has ended
        }
        Consumer<TaskHandle<?>> follow =
                future instanceof RemoteFutureTask<?> remote ? remote::follow : handle -> {};
        if (!isOf(adapted, task)) {
            return new Inside(
                    new TaskAdapters.OfCallable<>((Callable<?>) task),
                    outcome -> set(callable, future, asCallable(orCancel(future, outcome))),
                    follow);
        }
        Runnable inner = (Runnable) need(adapted, task);
        Inside nested = look(inner);
        if (nested != null) {
            // Running the outer one runs the inner one.
            return new Inside(nested.body(), nested.put(), nested.follow().andThen(follow));
        }
        Object result = get(adaptedResult, task);
        return new Inside(
                new TaskAdapters.OfRunnable(inner),
                outcome ->
                        set(
                                callable,
                                future,
                                Executors.callable(
                                        () -> outcomeOf(orCancel(future, outcome)), result)),
                follow);
    }

    /** A task that was cancelled at the cluster leaves a future that is cancelled, too. */
    private static Outcome orCancel(FutureTask<?> future, Outcome outcome) {
        return () -> {
            try {
                return outcome.get();
            } catch (CancellationException e) {
                future.cancel(false);
                throw e;
            }
        };
    }

    private static Callable<@Nullable Object> asCallable(Outcome outcome) {
        return outcome::get;
    }

    // ---- Stages of CompletableFuture

    private Inside inSupplier(Object stage) {
        Object body = get(supplier, stage);
        return body == null
                ? Inside.NOTHING
                : new Inside(
                        new TaskAdapters.OfSupplier<>((Supplier<?>) body),
                        outcome ->
                                set(
                                        supplier,
                                        stage,
                                        (Supplier<@Nullable Object>) () -> outcomeOf(outcome)),
                        cancelledWith(get(supplierFuture, stage)));
    }

    private Inside inRunnable(Object stage) {
        Object body = get(runnable, stage);
        return body == null
                ? Inside.NOTHING
                : new Inside(
                        new TaskAdapters.OfRunnable((Runnable) body),
                        outcome -> set(runnable, stage, (Runnable) () -> outcomeOf(outcome)),
                        cancelledWith(get(runnableFuture, stage)));
    }

    @SuppressWarnings("unchecked") // the JDK made sure that the value fits
    private Inside inFunction(Object stage) {
        Object body = get(function, stage);
        CompletableFuture<Object> source = (CompletableFuture<Object>) get(functionSource, stage);
        if (body == null || source == null || source.isCompletedExceptionally()) {
            return Inside.NOTHING; // the next stage gets the failure
        }
        return new Inside(
                new TaskAdapters.OfFunction<>((Function<Object, ?>) body, source.join()),
                outcome ->
                        set(
                                function,
                                stage,
                                (Function<Object, @Nullable Object>) input -> outcomeOf(outcome)),
                cancelledWith(get(functionFuture, stage)));
    }

    /** Completing a future by other means, as by cancelling it, cancels the task. */
    private static Consumer<TaskHandle<?>> cancelledWith(@Nullable Object future) {
        return handle -> {
            if (future instanceof CompletableFuture<?> stage) {
                stage.whenComplete((value, thrown) -> {
                    if (!handle.isDone()) {
                        handle.cancel();
                    }
                });
            }
        };
    }

    // ---- Outcomes

    /** Throws whatever the task threw, checked or not: that is what its wrapper is told. */
    private static @Nullable Object outcomeOf(Outcome outcome) {
        try {
            return outcome.get();
        } catch (Throwable e) {
            throw JdkWrappers.<RuntimeException>unchecked(e);
        }
    }

    /** Never returns. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    static <X extends Throwable> X unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
