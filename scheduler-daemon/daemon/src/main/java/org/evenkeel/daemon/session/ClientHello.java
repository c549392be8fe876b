package org.evenkeel.daemon.session;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.SessionKey;
import org.evenkeel.wire.SessionKeys;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Hello;

/**
 * What a submitter says of itself when it comes.
 *
 * @param client id of the process, 0 when it says none
 * @param attachment counts its attachments, to whatever node, from 1
 * @param left the daemons it was attached to before
 * @param takesOver whether it takes the session from another client
 * @param key of its session; none where it does not show one
 */
record ClientHello(
        long client, int attachment, List<NodeRef> left, boolean takesOver, SessionKey key) {

    /** A worker, which comes once. */
    static final ClientHello WORKER = new ClientHello(0, 1, List.of(), false, SessionKey.NONE);

    static ClientHello of(Hello hello) throws WireException {
        int count = hello.getLeftCount();
        if (count > Event.SessionOpened.MAX_PREVIOUS) {
            throw new WireException("hello.left", count + " daemons exceed the limit");
        }
        List<NodeRef> left = new ArrayList<>(count);
        for (org.evenkeel.wire.proto.NodeRef one : hello.getLeftList()) {
            left.add(WireMapper.readNode("hello.left", one));
        }
        return new ClientHello(
                hello.getClient(),
                Math.max(1, hello.getAttachments()),
                List.copyOf(left),
                hello.getAttachJob() != 0,
                SessionKeys.read("hello.session_key", hello.getSessionKey()));
    }
}
