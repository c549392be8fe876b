/** TLS as a cluster speaks it, for daemons and programs alike: identities asked by the JDK. */
@NullMarked
package org.evenkeel.security.tls;

import org.jspecify.annotations.NullMarked;
