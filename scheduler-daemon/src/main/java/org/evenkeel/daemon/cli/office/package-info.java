/** An office whose machines compute at night: planned, and simulated. */
@NullMarked
package org.evenkeel.daemon.cli.office;

import org.jspecify.annotations.NullMarked;
