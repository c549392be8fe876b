/**
 * Identities on disk: this machine's certificate, and on one machine of a cluster its authority,
 * which keeps tokens, signs certificates and revokes them. Every method blocks on files.
 */
@NullMarked
package org.evenkeel.daemon.identity;

import org.jspecify.annotations.NullMarked;
