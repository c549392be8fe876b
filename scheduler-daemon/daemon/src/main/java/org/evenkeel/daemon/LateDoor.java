package org.evenkeel.daemon;

import org.evenkeel.daemon.net.Caller;
import org.evenkeel.daemon.net.Door;
import org.evenkeel.daemon.net.NoRegistrar;
import org.evenkeel.daemon.net.Registrar;
import org.evenkeel.daemon.net.Role;
import org.evenkeel.daemon.net.Speaker;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Hello;
import org.jspecify.annotations.Nullable;

/**
 * A door that lets nobody in until the daemon behind it is complete: the port must be known before.
 */
final class LateDoor implements Door {

    private volatile @Nullable Door door;

    void open(Door behind) {
        door = behind;
    }

    @Override
    public byte @Nullable [] secretOf(Role role, int worker) {
        Door behind = door;
        return behind == null ? null : behind.secretOf(role, worker);
    }

    @Override
    public void refused(Caller caller, String address, String why) {
        Door behind = door;
        if (behind != null) {
            behind.refused(caller, address, why);
        }
    }

    @Override
    public Registrar registrar() {
        Door behind = door;
        return behind == null
                ? new NoRegistrar("the daemon is still starting")
                : behind.registrar();
    }

    @Override
    public Answer admit(Hello hello, Speaker speaker) throws WireException {
        Door behind = door;
        return behind == null
                ? new Answer.Refuse("the daemon is still starting")
                : behind.admit(hello, speaker);
    }
}
