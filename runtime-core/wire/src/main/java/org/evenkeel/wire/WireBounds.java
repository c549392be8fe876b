package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Printable;

/** Checks of single values on arrival; each names the field it looked at. */
final class WireBounds {

    private static final int MAX_PORT = 65_535;

    static int size(String field, int size, int most) throws WireException {
        if (size > most) {
            throw new WireException(field, size + " entries exceed the limit of " + most);
        }
        return size;
    }

    static long positive(String field, long value) throws WireException {
        if (value <= 0) {
            throw new WireException(field, value + " is not 1 or more");
        }
        return value;
    }

    static int positive(String field, int value) throws WireException {
        if (value <= 0) {
            throw new WireException(field, value + " is not 1 or more");
        }
        return value;
    }

    static long notNegative(String field, long value) throws WireException {
        if (value < 0) {
            throw new WireException(field, value + " is negative");
        }
        return value;
    }

    static int notNegative(String field, int value) throws WireException {
        if (value < 0) {
            throw new WireException(field, value + " is negative");
        }
        return value;
    }

    static int atMost(String field, int value, int most) throws WireException {
        if (value < 0 || value > most) {
            throw new WireException(field, value + " is not 0 to " + most);
        }
        return value;
    }

    static String text(String field, String text) throws WireException {
        return text(field, text, WireLimits.MAX_TEXT_LENGTH);
    }

    static String text(String field, String text, int most) throws WireException {
        if (text.length() > most) {
            throw new WireException(
                    field, text.length() + " characters exceed the limit of " + most);
        }
        return text;
    }

    static Digest digest(String field, ByteString bytes) throws WireException {
        if (bytes.size() != Digest.BYTES) {
            throw new WireException(field, "a SHA-256 has 32 bytes, not " + bytes.size());
        }
        return Digest.of(bytes.toByteArray());
    }

    static Grant grant(String field, int epoch, int number) throws WireException {
        if (epoch <= 0 || number <= 0) {
            throw new WireException(field, epoch + "." + number + " is not a grant");
        }
        return number == 1 ? Grant.first(epoch) : new Grant(epoch, number);
    }

    static NodeId node(String field, String name) throws WireException {
        try {
            return new NodeId(name);
        } catch (IllegalArgumentException e) {
            throw new WireException(field, "not a node name");
        }
    }

    static NodeRef nodeRef(String field, org.evenkeel.wire.proto.NodeRef ref) throws WireException {
        NodeId id = node(field + ".name", ref.getName());
        String host = host(field + ".host", ref.getHost());
        int port = port(field + ".port", ref.getPort());
        return new NodeRef(id, positive(field + ".incarnation", ref.getIncarnation()), host, port);
    }

    /**
     * An address or a host name, which is part of messages and logs. The zone of an IPv6 address
     * may have any name, so this refuses only what no name has.
     */
    static String host(String field, String host) throws WireException {
        text(field, host, WireLimits.MAX_HOST_LENGTH);
        boolean blank = host.chars().anyMatch(Character::isSpaceChar);
        if (blank || Printable.firstEscaped(host) >= 0) {
            throw new WireException(field, "has a blank or a character that is not printable");
        }
        return host;
    }

    static int port(String field, int port) throws WireException {
        if (port < 0 || port > MAX_PORT) {
            throw new WireException(field, port + " is not 0 to " + MAX_PORT);
        }
        return port;
    }

    /** Cuts a human-readable text. */
    static String cut(String text) {
        return WireText.cut(text);
    }
}
