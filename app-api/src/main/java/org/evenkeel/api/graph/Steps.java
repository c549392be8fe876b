package org.evenkeel.api.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Runs the steps of a graph: {@link Step0} to {@link StepOfMany}. */
public final class Steps {

    private Steps() {}

    /** Runs a step on its inputs, in their order. */
    @SuppressWarnings({"unchecked", "NullAway"}) // inputs were declared with the types of the step
    public static @Nullable Object run(Object step, @Nullable Object[] values) throws Exception {
        return switch (step) {
            case Step0<?> none -> none.run();
            case Step1<?, ?> one -> ((Step1<Object, Object>) one).run(values[0]);
            case Step2<?, ?, ?> two ->
                    ((Step2<Object, Object, Object>) two).run(values[0], values[1]);
            case Step3<?, ?, ?, ?> three ->
                    ((Step3<Object, Object, Object, Object>) three)
                            .run(values[0], values[1], values[2]);
            case StepOfMany<?, ?> many ->
                    ((StepOfMany<Object, Object>) many).run(Arrays.asList(values));
            default -> throw new IllegalArgumentException(step.getClass() + " is not a step");
        };
    }
}
