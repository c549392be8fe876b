package org.evenkeel.daemon.fake;

import org.evenkeel.model.SessionKey;
import org.evenkeel.wire.SessionKeys;
import org.evenkeel.wire.proto.CloseJob;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.OpenJob;
import org.evenkeel.wire.proto.Role;

/**
 * Clients that show the keys of their sessions, as programs do. The number of a client stands for
 * its key.
 */
public final class Keyed {

    private Keyed() {}

    public static SessionKey key(int client) {
        return new SessionKey(client, 0xE7E);
    }

    /** What it says of itself. */
    public static Hello.Builder hello(int client) {
        return Hello.newBuilder()
                .setRole(Role.CLIENT)
                .setOrigin(key(client).session())
                .setSessionKey(SessionKeys.write(key(client)));
    }

    /** The id of one of its jobs. */
    public static long job(int client, long number) {
        return key(client).job(number).value();
    }

    public static OpenJob.Builder opening(int client, long number) {
        return OpenJob.newBuilder().setJob(job(client, number)).setNumber(number);
    }

    public static Frame open(int client, long number, String name) {
        return Frame.newBuilder().setOpenJob(opening(client, number).setName(name)).build();
    }

    public static Frame close(int client, long number) {
        return Frame.newBuilder()
                .setCloseJob(CloseJob.newBuilder().setJob(job(client, number)))
                .build();
    }
}
