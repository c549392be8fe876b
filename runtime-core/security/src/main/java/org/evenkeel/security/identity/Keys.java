package org.evenkeel.security.identity;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.ECKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.InvalidParameterSpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Keys on the curve P-256, the only ones that identities use. */
public final class Keys {

    /** Length of a public key as SubjectPublicKeyInfo in DER. */
    public static final int PUBLIC_BYTES = 91;

    /** Longest private key that is read, as PKCS #8 in DER. */
    public static final int MAX_PRIVATE_BYTES = 512;

    private static final String CURVE = "secp256r1";
    private static final ECParameterSpec P256 = parameters();

    /** A new pair. */
    public static KeyPair generate(SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(CURVE), random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java lacks " + CURVE, e);
        }
    }

    /**
     * Reads a public key.
     *
     * @param der SubjectPublicKeyInfo; any bytes may be given
     */
    public static PublicKey publicKey(byte[] der) throws IdentityException {
        if (der.length != PUBLIC_BYTES) {
            throw new IdentityException(
                    "a public key on P-256 has %s bytes, this one has %s"
                            .formatted(PUBLIC_BYTES, der.length));
        }
        PublicKey key;
        try {
            key = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(der));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IdentityException("the public key cannot be read", e);
        }
        checkPublic(key);
        if (!Arrays.equals(der, key.getEncoded())) {
            throw new IdentityException("the public key is not in its canonical encoding");
        }
        return key;
    }

    /** Reads a private key in PKCS #8. */
    public static PrivateKey privateKey(byte[] der) throws IdentityException {
        if (der.length > MAX_PRIVATE_BYTES) {
            throw new IdentityException("the private key is longer than a P-256 key");
        }
        PrivateKey key;
        try {
            key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // Without a cause: what cannot be read may still be the secret.
            throw new IdentityException("the private key cannot be read");
        }
        if (!isP256(key)) {
            throw new IdentityException("the private key is not a P-256 key");
        }
        return key;
    }

    /** Whether both are halves of one pair. */
    public static boolean match(PrivateKey privateKey, PublicKey publicKey)
            throws IdentityException {
        byte[] probe = {1};
        byte[] signature = Signatures.sign(privateKey, "evenkeel-probe", probe);
        return Signatures.verify(publicKey, "evenkeel-probe", probe, signature);
    }

    /** Refuses a key that is not a point on P-256. */
    static void checkPublic(PublicKey key) throws IdentityException {
        if (!isP256(key) || !(key instanceof ECPublicKey ec) || !isOnCurve(ec.getW())) {
            throw new IdentityException(
                    "the key is %s, not an EC key on P-256"
                            .formatted(QuotedText.text(key.getAlgorithm())));
        }
    }

    private static boolean isP256(Key key) {
        return key instanceof ECKey ec && isP256(ec.getParams());
    }

    private static boolean isP256(@Nullable ECParameterSpec curve) {
        return curve != null
                && curve.getCurve().equals(P256.getCurve())
                && curve.getGenerator().equals(P256.getGenerator())
                && curve.getOrder().equals(P256.getOrder())
                && curve.getCofactor() == P256.getCofactor();
    }

    /** Not every provider looks whether y^2 = x^3 + ax + b. */
    private static boolean isOnCurve(ECPoint point) {
        if (point.equals(ECPoint.POINT_INFINITY)
                || !(P256.getCurve().getField() instanceof ECFieldFp field)) {
            return false;
        }
        BigInteger p = field.getP();
        BigInteger x = point.getAffineX();
        BigInteger y = point.getAffineY();
        if (x.signum() < 0 || y.signum() < 0 || x.compareTo(p) >= 0 || y.compareTo(p) >= 0) {
            return false;
        }
        BigInteger right =
                x.multiply(x)
                        .add(P256.getCurve().getA())
                        .multiply(x)
                        .add(P256.getCurve().getB())
                        .mod(p);
        return y.multiply(y).mod(p).equals(right);
    }

    private static ECParameterSpec parameters() {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec(CURVE));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (InvalidParameterSpecException e) {
            throw new IllegalStateException("this Java lacks " + CURVE, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java lacks elliptic curves", e);
        }
    }
}
