package org.evenkeel.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs once per seed; the method has one parameter of type {@code long}.
 *
 * <p>{@code -Devenkeel.seed=N} runs one seed only, {@code -Devenkeel.seeds=N} another number of
 * seeds. A failure prints the line that runs it again.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(SeedsExtension.class)
public @interface Seeds {

    /** How many seeds, counted from 1. */
    int value() default 20;

    /** How many with {@code -Plong}, when that is more. */
    int inLongForm() default 0;
}
