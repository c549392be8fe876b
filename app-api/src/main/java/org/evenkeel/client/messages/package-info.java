/**
 * Messages between the tasks of a job: the side of the task, and the mailboxes that the submitting
 * program keeps.
 */
@NullMarked
package org.evenkeel.client.messages;

import org.jspecify.annotations.NullMarked;
