/** Tests of the assembled program, in real processes; there is no other code here. */
@NullMarked
package org.evenkeel.it;

import org.jspecify.annotations.NullMarked;
