package org.evenkeel.kernel.phases;

import java.util.List;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;

/** What a {@link PhaseMaster} sees of its node and does on it. */
public interface MasterNode {

    /**
     * The peers whose links are up and that do not leave, and this node itself unless it leaves.
     */
    List<NodeId> reachable();

    /** Says something, to this node itself too. */
    void send(NodeId to, MasterCommand word);

    /** A job has ended: whoever is linked is to clean up after it. */
    void ended(JobId job);
}
