/** Options, runs and results of {@code evenkeel lab simulate}. */
@NullMarked
package org.evenkeel.lab.simulate;

import org.jspecify.annotations.NullMarked;
