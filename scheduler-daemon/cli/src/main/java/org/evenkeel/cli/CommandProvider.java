package org.evenkeel.cli;

import java.util.List;

/**
 * Adds commands to {@code evenkeel}. Providers are found by {@link java.util.ServiceLoader}, so
 * that this module does not depend on the modules whose commands it shows.
 */
public interface CommandProvider {

    /** Classes with picocli's annotation {@code Command} and a constructor without arguments. */
    List<Class<?>> commands();
}
