/** Checks of a machine and of its cluster: what was found, and what to do. */
@NullMarked
package org.evenkeel.cli.doctor;

import org.jspecify.annotations.NullMarked;
