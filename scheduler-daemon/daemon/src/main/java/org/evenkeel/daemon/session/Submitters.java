package org.evenkeel.daemon.session;

import java.util.HashMap;
import java.util.Map;
import org.evenkeel.daemon.config.Quotas;

/** Who has sessions at this node. Belongs to the event loop. */
final class Submitters {

    private final Quotas quotas;
    private final String node;
    private final Map<String, Submitter> all = new HashMap<>();

    Submitters(Quotas quotas, String node) {
        this.quotas = quotas;
        this.node = node;
    }

    /** One more session of this submitter. */
    Submitter enter(String name) {
        Submitter one = all.computeIfAbsent(name, this::make);
        one.countSession(1);
        return one;
    }

    private Submitter make(String name) {
        return new Submitter(
                name, new Submitter.Limits(quotas.of(name), quotas.source(name), node));
    }

    /** One less; who has none is forgotten. */
    void leave(Submitter one) {
        one.countSession(-1);
        if (one.sessions() == 0) {
            all.remove(one.name(), one);
        }
    }

    Iterable<Submitter> all() {
        return all.values();
    }
}
