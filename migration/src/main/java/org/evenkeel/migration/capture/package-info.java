/**
 * Suspends a running task at a checkpoint and lets it resume, here or in another JVM.
 *
 * <p>{@link org.evenkeel.migration.capture.Flow} runs, suspends and resumes; {@link
 * org.evenkeel.migration.envelope.Envelope} is what travels.
 */
@NullMarked
package org.evenkeel.migration.capture;

import org.jspecify.annotations.NullMarked;
