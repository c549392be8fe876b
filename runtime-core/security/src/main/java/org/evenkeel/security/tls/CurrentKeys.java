package org.evenkeel.security.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.evenkeel.security.identity.Credentials;
import org.jspecify.annotations.Nullable;

/**
 * Shows credentials that may be replaced while a listener or a client is there: each handshake
 * shows those of its moment. Any thread may use it.
 */
public final class CurrentKeys extends X509ExtendedKeyManager {
    private static final String[] NONE = new String[0];

    private final Supplier<Credentials> own;

    public CurrentKeys(Supplier<Credentials> own) {
        this.own = own;
    }

    /** A handshake asks for the name first, and by it for both others: they stay together. */
    private static String name(Credentials credentials) {
        return credentials.certificate().getSerialNumber().toString();
    }

    private @Nullable Credentials named(String alias) {
        Credentials now = own.get();
        return name(now).equals(alias) ? now : null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        Credentials now = named(alias);
        return now == null ? null : now.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        Credentials now = named(alias);
        return now == null ? null : now.key();
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        Credentials now = own.get();
        return now.key().getAlgorithm().equals(keyType) ? name(now) : null;
    }

    @Override
    public @Nullable String chooseServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chooseEngineServerAlias(keyType, issuers, null);
    }

    @Override
    public String[] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        String alias = chooseEngineServerAlias(keyType, issuers, null);
        return alias == null ? NONE : new String[] {alias};
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        Credentials now = own.get();
        return Arrays.asList(keyTypes).contains(now.key().getAlgorithm()) ? name(now) : null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chooseEngineClientAlias(keyTypes, issuers, null);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return getServerAliases(keyType, issuers);
    }
}
