/**
 * Files of the client, behind {@link org.evenkeel.api.files}: requests of tasks, answers of the
 * program, and their wire format.
 */
@NullMarked
package org.evenkeel.client.files;

import org.jspecify.annotations.NullMarked;
