/** What this module asks of a Docker engine, and nothing about Evenkeel. */
@NullMarked
package org.evenkeel.testcontainers.engine;

import org.jspecify.annotations.NullMarked;
