/**
 * The public API: {@link org.evenkeel.Evenkeel} connects to a cluster, {@link
 * org.evenkeel.api.Cluster} accepts {@link org.evenkeel.api.Task}s and returns {@link
 * org.evenkeel.api.TaskHandle}s.
 *
 * <p>All interfaces are safe for use by many threads unless they say otherwise. Errors are
 * unchecked; each subclass of {@link org.evenkeel.api.EvenkeelException} states what the caller may
 * assume.
 */
@NullMarked
package org.evenkeel.api;

import org.jspecify.annotations.NullMarked;
