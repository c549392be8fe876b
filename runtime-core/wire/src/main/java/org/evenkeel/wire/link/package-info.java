/** Blocking links of programs, workers and commands: addresses, frames, handshake, questions. */
@NullMarked
package org.evenkeel.wire.link;

import org.jspecify.annotations.NullMarked;
