/**
 * Messages between the tasks of a job: what their contexts do for them, and the mailboxes that the
 * program keeps which submitted them.
 */
@NullMarked
package org.evenkeel.client.messages;

import org.jspecify.annotations.NullMarked;
