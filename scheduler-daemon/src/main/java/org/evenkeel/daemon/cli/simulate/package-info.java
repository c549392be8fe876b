/** Options, runs and results of {@code evenkeel lab simulate}. */
@NullMarked
package org.evenkeel.daemon.cli.simulate;

import org.jspecify.annotations.NullMarked;
