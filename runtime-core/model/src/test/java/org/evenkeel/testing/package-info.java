/** What tests of this module share. */
@NullMarked
package org.evenkeel.testing;

import org.jspecify.annotations.NullMarked;
