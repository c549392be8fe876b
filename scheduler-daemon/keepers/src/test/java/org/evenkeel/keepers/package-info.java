@NullMarked
package org.evenkeel.keepers;

import org.jspecify.annotations.NullMarked;
