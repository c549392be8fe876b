/**
 * Identities of a cluster: certificates with roles, the authority that signs them, join tokens, and
 * the revocation list. Performs no input or output and reads no clock.
 */
@NullMarked
package org.evenkeel.security.identity;

import org.jspecify.annotations.NullMarked;
