/**
 * Files at home, behind {@link org.evenkeel.api.files}: what a task asks, what the program that
 * submitted it answers, and how both stand on the wire.
 */
@NullMarked
package org.evenkeel.client.files;

import org.jspecify.annotations.NullMarked;
