/** The configuration of a daemon: flags, file, defaults. */
@NullMarked
package org.evenkeel.daemon.config;

import org.jspecify.annotations.NullMarked;
