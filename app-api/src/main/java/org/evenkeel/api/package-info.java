/**
 * What a program uses: {@link org.evenkeel.api.Evenkeel} connects, {@link org.evenkeel.api.Cluster}
 * takes {@link org.evenkeel.api.Task}s and answers with {@link org.evenkeel.api.TaskHandle}s.
 *
 * <p>All interfaces are safe for use by many threads unless they say otherwise. Errors are
 * unchecked and say what the caller may assume; see {@link org.evenkeel.api.EvenkeelException}.
 */
@NullMarked
package org.evenkeel.api;

import org.jspecify.annotations.NullMarked;
