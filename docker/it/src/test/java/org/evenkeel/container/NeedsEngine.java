package org.evenkeel.container;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test whose machines are containers of the image that docker/build.sh makes. Where no engine
 * answers it is left out and one line says so; with {@code -Devenkeel.containers=required} it
 * fails.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("container")
@ExtendWith(EngineCondition.class)
@interface NeedsEngine {}
