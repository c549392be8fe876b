/** What a daemon is told once: flags, file, defaults. */
@NullMarked
package org.evenkeel.daemon.config;

import org.jspecify.annotations.NullMarked;
