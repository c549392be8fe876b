/** Whether whole processes can be written down and brought back on this machine, by CRIU. */
@NullMarked
package org.evenkeel.daemon.cli.criu;

import org.jspecify.annotations.NullMarked;
