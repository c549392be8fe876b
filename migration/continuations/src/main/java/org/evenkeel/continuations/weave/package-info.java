/**
 * Changes a program's classes so that tasks can be put away at a checkpoint and go on elsewhere.
 *
 * <p>{@link org.evenkeel.continuations.weave.Reach} finds the methods that can reach a checkpoint,
 * {@link org.evenkeel.continuations.weave.Lambdas} turns lambdas into classes that travel, {@link
 * org.evenkeel.continuations.weave.MethodWeaver} gives each such method the means to put its
 * activation away and a twin that goes on. No class of the program is loaded for that.
 */
@NullMarked
package org.evenkeel.continuations.weave;

import org.jspecify.annotations.NullMarked;
