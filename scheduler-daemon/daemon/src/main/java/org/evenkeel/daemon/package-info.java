/** The daemon process: wires the core to sockets, files and worker processes. */
@NullMarked
package org.evenkeel.daemon;

import org.jspecify.annotations.NullMarked;
