/** Questions in SQL about what a recorder has kept, and their answers. */
@NullMarked
package org.evenkeel.recorder.query;

import org.jspecify.annotations.NullMarked;
