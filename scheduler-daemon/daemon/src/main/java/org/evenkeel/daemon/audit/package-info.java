/** Who did what here, for people who look after a cluster: one line of JSON for each event. */
@NullMarked
package org.evenkeel.daemon.audit;

import org.jspecify.annotations.NullMarked;
