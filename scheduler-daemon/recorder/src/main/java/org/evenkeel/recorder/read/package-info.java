/**
 * What a recorder asks daemons, and which rows their answers become. No clock, no thread, no file.
 */
@NullMarked
package org.evenkeel.recorder.read;

import org.jspecify.annotations.NullMarked;
