/**
 * Changes a program's classes so that tasks can be suspended at a checkpoint and resume elsewhere.
 *
 * <p>{@link org.evenkeel.continuations.weave.CheckpointReachability} finds the methods that can
 * reach a checkpoint, {@link org.evenkeel.continuations.weave.Lambdas} turns lambdas into classes
 * that travel, {@link org.evenkeel.continuations.weave.MethodWeaver} gives each such method the
 * means to suspend its activation and a twin that resumes. No class of the program is loaded for
 * that.
 */
@NullMarked
package org.evenkeel.continuations.weave;

import org.jspecify.annotations.NullMarked;
