package org.evenkeel.daemon.config;

/** Who computes TLS. */
public enum TlsEngine {
    /** BoringSSL where it is there, else Java's own: docs/benchmarks.md has the difference. */
    AUTO,
    /** Java's own. */
    JDK,
    /** BoringSSL by netty-tcnative: native code, there for some machines only. */
    OPENSSL
}
