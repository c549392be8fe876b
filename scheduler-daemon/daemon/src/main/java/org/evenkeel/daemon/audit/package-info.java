/** The audit log: one line of JSON for each security-relevant event. */
@NullMarked
package org.evenkeel.daemon.audit;

import org.jspecify.annotations.NullMarked;
