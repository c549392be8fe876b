package org.evenkeel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.testing.fuzz.Chunks;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.evenkeel.wire.proto.Frame;

/**
 * The frames of one link. A message that was read must be the same when it is written and read
 * again; one that takes several frames comes back in several parts, which are not put together.
 */
public final class WireMapperFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(InvalidProtocolBufferException.class, WireException.class);
    }

    @Override
    public int bytesPerByte() {
        return 2_048;
    }

    @Override
    public void feed(byte[] input) throws Exception {
        WireMapper mapper = new WireMapper();
        for (byte[] bytes : Chunks.of(input)) {
            read(mapper, Frame.parseFrom(bytes), bytes.length);
        }
    }

    private static void read(WireMapper mapper, Frame frame, int bytes) throws WireException {
        switch (frame.getBodyCase()) {
            case SUBMIT -> mapper.readSubmit(frame.getSubmit(), 7, bytes);
            case FINISHED -> mapper.readFinished(frame.getFinished(), 7, bytes);
            case RECALL -> WireMapper.readGranted("recall", frame.getRecall().getTasksList());
            case WELCOME -> WireMapper.readNode("welcome.node", frame.getWelcome().getNode());
            default -> {
                if (WireMapper.isMessage(frame.getBodyCase())) {
                    PeerMessage peerMessage = mapper.readMessage(frame, bytes);
                    if (peerMessage != null) {
                        checkWrittenAgain(peerMessage);
                    }
                }
            }
        }
    }

    private static void checkWrittenAgain(PeerMessage peerMessage) throws WireException {
        List<Frame> frames = new ArrayList<>();
        new WireMapper().writeMessage(peerMessage, frames::add);
        WireMapper reader = new WireMapper();
        PeerMessage again = null;
        for (Frame frame : frames) {
            int bytes = frame.getSerializedSize();
            assertTrue(bytes <= WireLimits.MAX_FRAME_BYTES, "a frame is too long");
            again = reader.readMessage(frame, bytes);
        }
        if (frames.size() == 1) {
            assertEquals(peerMessage, again);
        }
    }
}
