package org.evenkeel.daemon.log;

import java.util.List;
import org.evenkeel.model.JobId;
import org.evenkeel.wire.proto.LoggedPart;

/**
 * Some of a job's log.
 *
 * @param next the position behind it
 * @param more whether something is behind it now
 * @param cut whether files were deleted between the position that was asked for and this page
 */
public record LogPage(List<LoggedPart> parts, long next, boolean more, boolean cut) {

    /**
     * With whose log it is.
     *
     * @param submitter whose job it is
     */
    public record Of(JobId job, String submitter, LogPage page) {}
}
