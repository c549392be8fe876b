package org.evenkeel.simulator;

import org.evenkeel.model.protocol.Message;
import org.evenkeel.model.protocol.PhaseWord;

/** What the masters of scheduling phases say and hear. */
public final class PhaseTraffic {
    private long said;
    private double saidBytes;
    private long heard;
    private double heardBytes;

    /** A daemon says this to another. */
    void sent(Message message) {
        if (message instanceof Message.MasterSays) {
            said++;
            saidBytes += MessageBytes.of(message);
        } else if (message instanceof Message.PhaseSays says
                && !(says.word() instanceof PhaseWord.Sending)) {
            heard++;
            heardBytes += MessageBytes.of(message);
        }
    }

    /** Messages that masters have sent. */
    public long said() {
        return said;
    }

    /** Their length on the wire, roughly. */
    public double saidBytes() {
        return saidBytes;
    }

    /** Messages to masters. */
    public long heard() {
        return heard;
    }

    /** Their length on the wire, roughly. */
    public double heardBytes() {
        return heardBytes;
    }
}
