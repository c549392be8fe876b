package org.evenkeel.cli;

import java.util.Iterator;
import org.evenkeel.model.topology.Topologies;

/** The names that {@code --topology} knows. */
final class TopologyNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
        return Topologies.names().iterator();
    }
}
