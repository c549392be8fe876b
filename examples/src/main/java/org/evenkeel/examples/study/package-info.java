/** A parameter study: a CSV file in, a CSV file with results out, one task for each row. */
@NullMarked
package org.evenkeel.examples.study;

import org.jspecify.annotations.NullMarked;
