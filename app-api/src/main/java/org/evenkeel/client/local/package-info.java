/** A cluster that is this JVM alone: same API, same payloads, for debugging and tests. */
@NullMarked
package org.evenkeel.client.local;

import org.jspecify.annotations.NullMarked;
