/** Providers of machines that are taken away again, and what they say before they do it. */
@NullMarked
package org.evenkeel.daemon.spot;

import org.jspecify.annotations.NullMarked;
