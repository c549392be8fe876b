package org.evenkeel.chaos;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.evenkeel.model.Ids;
import org.evenkeel.model.SessionKey;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Pem;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.link.Access;
import org.evenkeel.wire.link.Endpoint;
import org.evenkeel.wire.link.Handshake;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.CloseJob;
import org.evenkeel.wire.proto.FetchValue;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OpenJob;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Serve;
import org.evenkeel.wire.proto.Submit;
import org.evenkeel.wire.proto.SubmitGroup;
import org.evenkeel.wire.proto.SubmitItem;
import org.evenkeel.wire.proto.TaskKind;

/**
 * A program that goes round all daemons until it is killed and writes down what it is answered. An
 * administrator asks for nodes, jobs and tasks of the cluster. A submitter tries to have a share in
 * another submitter's job: attaches to it, takes its session, opens, serves, reads, submits to and
 * closes it. Arguments: which of both, the file of its certificate, the file to write, addresses.
 */
public final class Visitor {

    static final String ADMINISTRATOR = "administrator";
    static final String INTRUDER = "intruder";

    /** First words of lines. */
    static final String ANSWERED = "answered";

    static final String REFUSED = "refused";
    static final String LET_IN = "LET-IN";
    static final String UNREACHED = "unreached";

    private static final long LIMIT_MILLIS = 10_000;
    private static final long PAUSE_MILLIS = 1_000;
    private static final int MOST_SHOWN = 100;
    private static final Pattern HERS =
            Pattern.compile("\\{\"job\"\\s*:\\s*\"([0-9a-z]+)\"[^{}]*?\"chaos-1\"[^{}]*");
    private static final Pattern SESSION = Pattern.compile("\"session\"\\s*:\\s*\"([0-9a-z]+)\"");

    private final Access access;
    private final BufferedWriter out;

    /** Ids of the job and the session of the other submitter, 0 before one is seen. */
    private volatile long job;

    private volatile long session;

    private Visitor(Path pem, Path out) throws IOException, IdentityException {
        SSLContext tls =
                ClusterTls.context(
                        Pem.readCredentials(Files.readAllBytes(pem)), InstantSource.system());
        this.access = Access.byCertificates(tls);
        this.out = Files.newBufferedWriter(out);
    }

    /** Runs one. */
    public static void main(String[] args) throws Exception {
        Visitor visitor = new Visitor(Path.of(args[1]), Path.of(args[2]));
        for (String address : List.of(args).subList(3, args.length)) {
            Thread.ofPlatform()
                    .start(() ->
                            visitor.goRound(
                                    args[0].equals(ADMINISTRATOR)
                                            ? () -> visitor.ask(address)
                                            : () -> visitor.tryAll(address)));
        }
    }

    private interface Round {
        void run() throws InterruptedException;
    }

    private void goRound(Round round) {
        try {
            while (true) {
                round.run();
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void line(String... words) {
        try {
            out.write(System.nanoTime() + " " + String.join(" ", words).replace('\n', ' ') + "\n");
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- Links

    private interface Words {
        void say(Link link) throws IOException;
    }

    private static SessionKey key() {
        return new SessionKey(ThreadLocalRandom.current().nextLong(), 1);
    }

    /** Attaches as a client of its own, and says something. */
    private void as(String address, Handshake.Speaker speaker, Words words) throws IOException {
        try (Link link = access.connect(Endpoint.parse(address))) {
            Handshake.speak(link, access, speaker, LIMIT_MILLIS / 2);
            Thread watchdog = link.closeAfter(LIMIT_MILLIS);
            try {
                words.say(link);
            } finally {
                watchdog.interrupt();
            }
        }
    }

    private void asMyself(String address, Words words) throws IOException {
        SessionKey key = key();
        as(
                address,
                new Handshake.Speaker(Role.CLIENT, key.session(), 0, Handshake.Past.NONE, 0, key),
                words);
    }

    private static String query(Link link, String what, boolean cluster) throws IOException {
        Query.Builder query = Query.newBuilder().setId(1).setWhat(what).setCluster(cluster);
        link.write(Frame.newBuilder().setQuery(query).build());
        StringBuilder json = new StringBuilder();
        while (true) {
            Frame frame = read(link);
            if (frame.hasQueryReply()) {
                QueryReply reply = frame.getQueryReply();
                json.append(reply.getJson());
                if (!reply.getError().isEmpty()) {
                    throw new IOException(reply.getError());
                }
                if (reply.getLast()) {
                    return json.toString();
                }
            }
            if (frame.hasRefused()) {
                throw new IOException(frame.getRefused().getReason());
            }
        }
    }

    private static Frame read(Link link) throws IOException {
        Frame frame = link.readFrame();
        if (frame == null) {
            throw new IOException("closed by the other side");
        }
        return frame;
    }

    // ---- The administrator

    private void ask(String address) {
        for (String what : List.of("nodes", "jobs", "tasks")) {
            try {
                as(
                        address,
                        new Handshake.Speaker(Role.OBSERVER, Handshake.randomId(), 0),
                        link -> line(ANSWERED, address, what, cut(query(link, what, true))));
            } catch (IOException e) {
                line(UNREACHED, address, what, String.valueOf(e.getMessage()));
            }
        }
    }

    /** An hour of whole answers would be too much. */
    private static String cut(String answer) {
        return answer.substring(0, Math.min(answer.length(), MOST_SHOWN));
    }

    // ---- The intruder

    private void tryAll(String address) {
        try {
            asMyself(address, link -> learn(query(link, "jobs", true)));
        } catch (IOException e) {
            line(UNREACHED, address, "jobs", String.valueOf(e.getMessage()));
            return;
        }
        long hers = job;
        if (hers == 0) {
            return;
        }
        attempt(address, "attach", () -> as(address, attaching(hers), Visitor::expectNothing));
        if (session != 0) {
            attempt(address, "session", () -> as(address, taking(), Visitor::expectNothing));
        }
        OpenJob.Builder open = OpenJob.newBuilder().setJob(hers).setNumber(1).setName("mine");
        attempt(address, "open", frame(open));
        attempt(
                address,
                "serve",
                Frame.newBuilder().setServe(Serve.newBuilder().setJob(hers).setSlots(1)).build());
        attempt(
                address,
                "read",
                Frame.newBuilder()
                        .setFetchValue(FetchValue.newBuilder().setJob(hers).setNode("n1"))
                        .build());
        attempt(address, "submit", submit(hers));
        attempt(
                address,
                "close",
                Frame.newBuilder().setCloseJob(CloseJob.newBuilder().setJob(hers)).build());
    }

    private static Frame frame(OpenJob.Builder open) {
        return Frame.newBuilder().setOpenJob(open).build();
    }

    private static Frame submit(long job) {
        TaskKind.Builder kind = TaskKind.newBuilder().setJob(job).setName("forged");
        SubmitGroup.Builder group =
                SubmitGroup.newBuilder()
                        .setKind(kind)
                        .addItems(SubmitItem.newBuilder().setNumber(1));
        return Frame.newBuilder().setSubmit(Submit.newBuilder().addGroups(group)).build();
    }

    private void learn(String jobs) {
        Matcher found = HERS.matcher(jobs);
        if (found.find()) {
            job = Ids.parse(found.group(1));
            Matcher its = SESSION.matcher(found.group());
            session = its.find() ? Ids.parse(its.group(1)) : 0;
        }
    }

    private Handshake.Speaker attaching(long hers) {
        SessionKey key = key();
        return new Handshake.Speaker(Role.CLIENT, key.session(), 0, Handshake.Past.NONE, hers, key);
    }

    /** Her session, with a key that is not hers. */
    private Handshake.Speaker taking() {
        return new Handshake.Speaker(Role.CLIENT, session, 0, Handshake.Past.NONE, 0, key());
    }

    private interface Attempt {
        void run() throws IOException;
    }

    /** It was let in; the words are the reason of a refusal where it was not. */
    private static final class LetInException extends IOException {
        private static final long serialVersionUID = 1;

        LetInException(String words) {
            super(words);
        }
    }

    private static void expectNothing(Link link) throws IOException {
        throw new LetInException("welcome");
    }

    /** Says it, then asks something harmless: whether what was said has been refused by then. */
    private void attempt(String address, String what, Frame frame) {
        attempt(
                address,
                what,
                () ->
                        asMyself(
                                address,
                                link -> {
                                    link.write(frame);
                                    Query.Builder query = Query.newBuilder().setWhat("quotas");
                                    link.write(Frame.newBuilder().setQuery(query).build());
                                    expectRefusal(link, what);
                                }));
    }

    private static void expectRefusal(Link link, String what) throws IOException {
        while (true) {
            Frame frame = read(link);
            if (frame.hasRefused()) {
                throw new Handshake.RefusedException(frame.getRefused().getReason(), false);
            }
            if (frame.hasRejected()) {
                throw new Handshake.RefusedException(frame.getRejected().getReason(), false);
            }
            if (frame.hasAccepted() || frame.hasOutcomes()) {
                throw new LetInException(frame.getBodyCase().name());
            }
            if (frame.hasQueryReply()) {
                if (what.equals("close")) { // of a job that is not open here it may say nothing
                    throw new Handshake.RefusedException("passed over", false);
                }
                throw new LetInException("not refused");
            }
        }
    }

    private void attempt(String address, String what, Attempt attempt) {
        try {
            attempt.run();
        } catch (Handshake.RefusedException e) {
            line(REFUSED, address, what, String.valueOf(e.getMessage()));
        } catch (LetInException e) {
            line(LET_IN, address, what, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            line(UNREACHED, address, what, String.valueOf(e.getMessage()));
        }
    }
}
