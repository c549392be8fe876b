@NullMarked
package org.evenkeel.metrics;

import org.jspecify.annotations.NullMarked;
