/** Clients: sessions, windows, submissions, queries. */
@NullMarked
package org.evenkeel.daemon.session;

import org.jspecify.annotations.NullMarked;
