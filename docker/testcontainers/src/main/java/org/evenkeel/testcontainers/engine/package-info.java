/** A client of the Docker engine; independent of Evenkeel. */
@NullMarked
package org.evenkeel.testcontainers.engine;

import org.jspecify.annotations.NullMarked;
