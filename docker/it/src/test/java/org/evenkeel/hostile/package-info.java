/**
 * Somebody who attacks a daemon, as a process of its own: one class for each kind of attack, which
 * counts what it does and what becomes of it. {@link AttackerMain} runs them.
 */
@NullMarked
package org.evenkeel.hostile;

import org.jspecify.annotations.NullMarked;
