package org.evenkeel.hostile;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Random;
import org.evenkeel.daemon.admission.AuthorityClient;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.proto.CloseJob;
import org.evenkeel.wire.proto.Drain;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.PauseNode;
import org.evenkeel.wire.proto.Serve;
import org.evenkeel.wire.proto.Submit;
import org.evenkeel.wire.proto.Welcome;

/**
 * Certificates that do not count, roles that do not permit it, names and jobs of others, a token
 * that was used. All of it must be refused.
 *
 * @param perSecond at most
 */
record WrongPapers(double perSecond) implements Attack {
    private static final int KINDS = 14;

    @Override
    public void run(Target target, Random random, Tally tally) throws Exception {
        Pace pace = new Pace(perSecond);
        for (int round = 0; target.isRunning(); round++) {
            pace.next();
            switch (round < KINDS ? round : random.nextInt(KINDS)) { // each kind at least once
                case 0 -> enter("foreign", Papers.FOREIGN, Wire.client(), target, tally);
                case 1 -> enter("expired", Papers.EXPIRED, Wire.client(), target, tally);
                case 2 -> enter("revoked", Papers.REVOKED, Wire.client(), target, tally);
                case 3 -> enter("none", "", Wire.client(), target, tally);
                case 4 -> enter("role", Papers.SUBMIT, Wire.peer("mallory"), target, tally);
                case 5 -> enter("role", Papers.OBSERVE, Wire.client(), target, tally);
                case 6 -> enter("role", Papers.DAEMON, Wire.client(), target, tally);
                case 7 -> enter("name", Papers.DAEMON, Wire.peer("n1"), target, tally);
                case 8 -> say("drain", Papers.SUBMIT, Wire.client(), drain(), target, tally);
                case 9 -> say("submit", Papers.OBSERVE, Wire.observer(), submit(), target, tally);
                case 10 -> others(random, target, tally);
                case 11 ->
                        enter(
                                "attach",
                                Papers.SUBMIT,
                                Wire.client().setAttachJob(target.job()),
                                target,
                                tally);
                case 12 -> say("pause", Papers.SUBMIT, Wire.client(), pause(), target, tally);
                default -> join(target, tally);
            }
        }
    }

    private static void others(Random random, Target target, Tally tally) throws Exception {
        Frame close =
                Frame.newBuilder().setCloseJob(CloseJob.newBuilder().setJob(target.job())).build();
        Frame serve =
                Frame.newBuilder()
                        .setServe(Serve.newBuilder().setJob(target.job()).setSlots(1))
                        .build();
        say(
                "others_job",
                Papers.SUBMIT,
                Wire.client(),
                random.nextBoolean() ? close : serve,
                target,
                tally);
    }

    private static Frame drain() {
        return Frame.newBuilder().setDrain(Drain.getDefaultInstance()).build();
    }

    private static Frame pause() {
        return Frame.newBuilder().setPauseNode(PauseNode.getDefaultInstance()).build();
    }

    private static Frame submit() {
        return Frame.newBuilder().setSubmit(Submit.getDefaultInstance()).build();
    }

    private static void enter(
            String kind, String papers, Hello.Builder hello, Target target, Tally tally)
            throws Exception {
        try (Wire wire = target.tls(papers)) {
            if (wire.greet(hello, ClusterTls.handshakeSecret()).hasRefused()) {
                tally.add(kind);
            } else {
                tally.breach(kind + " was welcome");
            }
        } catch (IOException e) {
            tally.add(kind); // TLS has not even come about
        }
    }

    private static void say(
            String kind,
            String papers,
            Hello.Builder hello,
            Frame frame,
            Target target,
            Tally tally)
            throws Exception {
        try (Wire wire = target.tls(papers)) {
            Welcome welcome = wire.greet(hello, ClusterTls.handshakeSecret()).getWelcome();
            if (welcome.getVersion() == 0) {
                tally.add("not_welcome");
                return;
            }
            wire.send(frame);
            Frame answer = wire.read();
            while (!answer.hasRefused()) {
                answer = wire.read();
            }
            tally.add(kind);
        } catch (java.net.SocketTimeoutException e) {
            tally.breach(kind + " was not refused");
        } catch (IOException e) {
            tally.add(kind + "_closed");
        }
    }

    private static void join(Target target, Tally tally) throws IOException, IdentityException {
        try {
            use(target, "trudy");
            tally.breach("a token let in twice");
        } catch (IOException | IdentityException e) {
            tally.add("token");
        }
    }

    /** Joins with the token. */
    static void use(Target target, String name) throws IOException, IdentityException {
        Address address = new Address(target.address().getHostString(), target.address().getPort());
        new AuthorityClient(address, InstantSource.system(), busy -> {})
                .join(target.papers().token(), name);
    }
}
