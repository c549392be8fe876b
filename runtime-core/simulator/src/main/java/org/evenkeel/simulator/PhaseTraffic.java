package org.evenkeel.simulator;

import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PhaseReply;

/** What the masters of scheduling phases say and hear. */
public final class PhaseTraffic {
    private long said;
    private double saidBytes;
    private long heard;
    private double heardBytes;

    /** A daemon says this to another. */
    void sent(PeerMessage peerMessage) {
        if (peerMessage instanceof PeerMessage.MasterMessage) {
            said++;
            saidBytes += MessageBytes.of(peerMessage);
        } else if (peerMessage instanceof PeerMessage.PhaseMessage says
                && !(says.word() instanceof PhaseReply.Sending)) {
            heard++;
            heardBytes += MessageBytes.of(peerMessage);
        }
    }

    /** Messages that masters have sent. */
    public long sent() {
        return said;
    }

    /** Their length on the wire, roughly. */
    public double sentBytes() {
        return saidBytes;
    }

    /** Messages to masters. */
    public long received() {
        return heard;
    }

    /** Their length on the wire, roughly. */
    public double receivedBytes() {
        return heardBytes;
    }
}
