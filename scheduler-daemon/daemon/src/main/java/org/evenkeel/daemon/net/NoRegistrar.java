package org.evenkeel.daemon.net;

import org.evenkeel.wire.proto.Join;

/**
 * Hands out no certificates.
 *
 * @param why what the other side is told
 */
public record NoRegistrar(String why) implements Registrar {

    @Override
    public void join(Join join, byte[] nonce, Answer answer) {
        answer.refused(why);
    }

    @Override
    public void renew(TransportIdentity transportIdentity, Answer answer) {
        answer.refused(why);
    }
}
