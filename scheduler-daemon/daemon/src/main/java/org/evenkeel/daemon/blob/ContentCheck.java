package org.evenkeel.daemon.blob;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.CheckpointSum;

/**
 * Looks at a blob as it comes, in its order: at last it knows whether that is what the name says,
 * or for a checkpoint what the sum at its end says. Used by one thread at a time.
 */
interface ContentCheck {

    /** More of it; all that is left in the buffer. */
    void update(ByteBuffer piece);

    /** Whether all that came is the blob; to be asked once. */
    boolean isRight();

    /** The check of a blob with this name. */
    static ContentCheck of(Digest name) {
        return CheckpointName.is(name) ? new OfCheckpoint() : new OfContent(name);
    }

    /** Of what is named by its SHA-256. */
    record OfContent(Digest name, MessageDigest sha) implements ContentCheck {
        OfContent(Digest name) {
            this(name, Digest.sha256());
        }

        @Override
        public void update(ByteBuffer piece) {
            sha.update(piece);
        }

        @Override
        public boolean isRight() {
            return Digest.of(sha.digest()).equals(name);
        }
    }

    /** Of what ends with a sum. */
    record OfCheckpoint(CheckpointSum sum) implements ContentCheck {
        OfCheckpoint() {
            this(new CheckpointSum());
        }

        @Override
        public void update(ByteBuffer piece) {
            sum.update(piece);
        }

        @Override
        public boolean isRight() {
            return sum.isRight();
        }
    }
}
