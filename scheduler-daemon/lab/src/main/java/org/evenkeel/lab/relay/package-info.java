/** Makes the links of this machine's daemons as slow as those of another network. */
@NullMarked
package org.evenkeel.lab.relay;

import org.jspecify.annotations.NullMarked;
