/** An office whose machines compute at night: planned, and simulated. */
@NullMarked
package org.evenkeel.lab.office;

import org.jspecify.annotations.NullMarked;
