package org.evenkeel.daemon.keepers;

import org.evenkeel.security.tls.ClusterTrustManager;
import org.evenkeel.security.tls.CurrentKeys;

/**
 * How a keeper proves who it is, and judges others.
 *
 * @param keys shown by both sides of a connection, at each handshake the newest
 * @param trust judges what the other side shows; the role is checked besides
 */
public record KeeperTls(CurrentKeys keys, ClusterTrustManager trust) {}
