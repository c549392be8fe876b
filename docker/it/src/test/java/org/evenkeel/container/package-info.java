/**
 * Clusters whose machines are containers. They need a Docker engine: {@code docker/engine.sh
 * ensure}.
 */
@NullMarked
package org.evenkeel.container;

import org.jspecify.annotations.NullMarked;
