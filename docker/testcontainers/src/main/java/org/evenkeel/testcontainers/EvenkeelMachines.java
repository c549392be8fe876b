package org.evenkeel.testcontainers;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test with a cluster of containers, which its methods get as a parameter of type {@link
 * EvenkeelCluster}: on a class one for all its tests, on a method one for it alone. What is not
 * said here is as in {@link ClusterSettings#of}.
 *
 * <p>Where no Docker engine answers or the image is missing the test is left out and one line says
 * so; with the system property {@code evenkeel.containers=required} it fails. When a test fails,
 * the ends of the daemons' logs are printed.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(EvenkeelExtension.class)
public @interface EvenkeelMachines {

    /** How many nodes, 1 to 64; they are called n1, n2 and so on. */
    int value();

    /** Processors of each, as a quota of their time. */
    double cpus() default 1;

    /** Memory of each, like {@code 512m}. */
    String memory() default "512m";

    /** Balancing policy, like {@code hybrid}; empty for the daemon's own choice. */
    String policy() default "";

    /** Who is whose neighbour, like {@code mesh}; empty: each finds all others. */
    String topology() default "";

    /** Further flags of {@code evenkeel daemon}, like {@code "--owner-lease", "3s"}. */
    String[] flags() default {};

    /** Options of each daemon's JVM, like {@code -XX:TieredStopAtLevel=1}; without blanks. */
    String[] jvmOptions() default {};
}
