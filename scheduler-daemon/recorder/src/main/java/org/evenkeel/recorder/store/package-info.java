/** The files of a recorder: segments of tables, written whole, merged and deleted. */
@NullMarked
package org.evenkeel.recorder.store;

import org.jspecify.annotations.NullMarked;
