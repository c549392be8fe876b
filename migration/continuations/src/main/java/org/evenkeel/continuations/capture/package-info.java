/**
 * Puts a running task away at a checkpoint and lets it go on, here or in another JVM.
 *
 * <p>{@link org.evenkeel.continuations.capture.Flow} runs, suspends and resumes; {@link
 * org.evenkeel.continuations.envelope.Envelope} is what travels.
 */
@NullMarked
package org.evenkeel.continuations.capture;

import org.jspecify.annotations.NullMarked;
