package org.evenkeel.continuations.frames;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On a resuming method: at which of its calls it holds monitors. Written by the weaver. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface HoldsMonitors {
    /** Numbers of the calls, from 0. */
    int[] value();
}
