package org.evenkeel.cli.top;

import org.jspecify.annotations.Nullable;

/**
 * What came of asking a cluster.
 *
 * @param look null where no daemon answered
 * @param failure why none did; empty otherwise
 */
public record LookUpdate(@Nullable Look look, String failure) {}
