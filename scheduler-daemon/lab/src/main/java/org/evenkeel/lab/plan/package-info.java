/** What {@code evenkeel lab plan} and {@code evenkeel lab experiment} read, print and draw. */
@NullMarked
package org.evenkeel.lab.plan;

import org.jspecify.annotations.NullMarked;
