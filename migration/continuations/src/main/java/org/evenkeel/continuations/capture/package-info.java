/**
 * Suspends a running task at a checkpoint and lets it resume, here or in another JVM.
 *
 * <p>{@link org.evenkeel.continuations.capture.SuspendableRun} runs, suspends and resumes; {@link
 * org.evenkeel.continuations.envelope.Envelope} is what travels.
 */
@NullMarked
package org.evenkeel.continuations.capture;

import org.jspecify.annotations.NullMarked;
