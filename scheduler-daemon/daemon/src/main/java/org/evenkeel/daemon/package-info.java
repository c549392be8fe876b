/** The daemon process: connects the kernel with sockets, files and worker processes. */
@NullMarked
package org.evenkeel.daemon;

import org.jspecify.annotations.NullMarked;
