/** TLS between daemons and programs, with the JDK's implementation for identities. */
@NullMarked
package org.evenkeel.security.tls;

import org.jspecify.annotations.NullMarked;
