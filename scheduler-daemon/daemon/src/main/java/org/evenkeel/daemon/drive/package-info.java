/** The driver: one thread that turns frames into events and performs effects. */
@NullMarked
package org.evenkeel.daemon.drive;

import org.jspecify.annotations.NullMarked;
