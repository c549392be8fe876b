package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import org.evenkeel.model.SessionKey;

/** Keys of sessions in frames and records: 16 bytes, or none for none. */
public final class SessionKeys {
    public static ByteString write(SessionKey key) {
        return key.isNone() ? ByteString.EMPTY : ByteString.copyFrom(key.toBytes());
    }

    /**
     * Reads one.
     *
     * @param field for the error
     * @throws WireException if there are bytes, and not 16
     */
    public static SessionKey read(String field, ByteString bytes) throws WireException {
        if (bytes.isEmpty()) {
            return SessionKey.NONE;
        }
        if (bytes.size() != SessionKey.BYTES) {
            throw new WireException(
                    field, bytes.size() + " bytes are not a key, which has " + SessionKey.BYTES);
        }
        return SessionKey.read(bytes.toByteArray());
    }
}
