package org.evenkeel.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A test that runs with {@code -Plong} only. One that has a longer form there has the tag alone:
 * with {@code -Plong} no others run.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("long")
@EnabledIfSystemProperty(named = "evenkeel.long", matches = "true")
public @interface LongForm {}
