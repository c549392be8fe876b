/**
 * Who may take part in a cluster: certificates with roles, the authority that signs them, tokens to
 * join with, and the list of what is revoked. No file, no socket, no clock.
 */
@NullMarked
package org.evenkeel.security.identity;

import org.jspecify.annotations.NullMarked;
