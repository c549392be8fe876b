/**
 * Clusters of containers for tests of programs: machines that are slow, cut off, paused, killed.
 */
@NullMarked
package org.evenkeel.testcontainers;

import org.jspecify.annotations.NullMarked;
