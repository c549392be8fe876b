/** Following tasks from the program that submits them to the workers that run them, and back. */
@NullMarked
package org.evenkeel.api.observe;

import org.jspecify.annotations.NullMarked;
