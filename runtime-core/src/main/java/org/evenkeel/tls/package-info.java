/** TLS between daemons and programs, with the JDK's implementation for identities. */
@NullMarked
package org.evenkeel.tls;

import org.jspecify.annotations.NullMarked;
