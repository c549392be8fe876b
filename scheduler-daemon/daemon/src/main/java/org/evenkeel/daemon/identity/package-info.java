/**
 * Identities on disk: this machine's own, and on one machine of a cluster its authority, which
 * keeps tokens, signs certificates and takes them back. Everything here blocks on files.
 */
@NullMarked
package org.evenkeel.daemon.identity;

import org.jspecify.annotations.NullMarked;
