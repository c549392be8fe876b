/** Certificates over the network: handing them out, renewing them, spreading which are revoked. */
@NullMarked
package org.evenkeel.daemon.admission;

import org.jspecify.annotations.NullMarked;
