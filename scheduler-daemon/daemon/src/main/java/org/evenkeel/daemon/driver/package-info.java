/** The driver: one thread that turns frames into events and performs effects. */
@NullMarked
package org.evenkeel.daemon.driver;

import org.jspecify.annotations.NullMarked;
