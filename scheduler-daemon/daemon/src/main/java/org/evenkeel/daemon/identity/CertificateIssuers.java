package org.evenkeel.daemon.identity;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.evenkeel.security.identity.CertificateIssuer;
import org.evenkeel.security.identity.IdentityException;

/**
 * Finds the code that issues certificates. An installation has it in {@code lib/authority}, on no
 * class path, so only a process that opens an authority loads it.
 */
final class CertificateIssuers {

    private CertificateIssuers() {}

    static CertificateIssuer load() throws IdentityException {
        Path directory = directory();
        ClassLoader loader =
                new URLClassLoader(jars(directory), CertificateIssuers.class.getClassLoader());
        return ServiceLoader.load(CertificateIssuer.class, loader)
                .findFirst()
                .orElseThrow(() ->
                        new IdentityException(
                                "no code to issue certificates in "
                                        + directory
                                        + "; install Evenkeel again"));
    }

    /** The directory {@code authority} beside {@code lib/daemon}, which this class is from. */
    private static Path directory() {
        try {
            return Path.of(
                            CertificateIssuers.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI())
                    .resolveSibling("../authority")
                    .normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a class path entry is no URI", e);
        }
    }

    private static URL[] jars(Path directory) {
        File[] files = directory.toFile().listFiles((_, name) -> name.endsWith(".jar"));
        URL[] urls = new URL[files == null ? 0 : files.length];
        for (int i = 0; i < urls.length; i++) {
            try {
                urls[i] = files[i].toURI().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException(files[i] + " is no URL", e);
            }
        }
        return urls;
    }
}
