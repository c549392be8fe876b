/**
 * Tells how long the owner of a desktop session has been idle. {@link
 * org.evenkeel.agent.ActivitySources} opens a source; {@link org.evenkeel.agent.ActivitySource}
 * reads it.
 */
@NullMarked
package org.evenkeel.agent;

import org.jspecify.annotations.NullMarked;
