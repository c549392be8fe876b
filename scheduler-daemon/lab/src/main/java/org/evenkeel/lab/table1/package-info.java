/** Table 1 of the paper on NRICS-SPM, done again in simulation. */
@NullMarked
package org.evenkeel.lab.table1;

import org.jspecify.annotations.NullMarked;
