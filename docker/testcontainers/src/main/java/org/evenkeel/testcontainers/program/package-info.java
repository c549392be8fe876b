/** Machines in containers for programs in other processes. */
@NullMarked
package org.evenkeel.testcontainers.program;

import org.jspecify.annotations.NullMarked;
