/**
 * Clusters of containers for tests of programs: machines that are slow, disconnected, paused or
 * killed.
 */
@NullMarked
package org.evenkeel.testcontainers;

import org.jspecify.annotations.NullMarked;
