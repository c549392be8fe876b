package org.evenkeel.recorder;

import java.util.List;
import org.evenkeel.cli.CommandProvider;
import org.evenkeel.recorder.dashboard.DashboardCommand;
import org.evenkeel.recorder.report.ReportCommand;
import org.evenkeel.recorder.report.TraceCommand;
import org.evenkeel.recorder.whatif.WhatIfCommand;

/** Adds the commands of this module to {@code evenkeel}. */
public final class RecorderCommands implements CommandProvider {

    @Override
    public List<Class<?>> commands() {
        return List.of(
                RecorderCommand.class,
                QueryCommand.class,
                ReportCommand.class,
                TraceCommand.class,
                DashboardCommand.class,
                WhatIfCommand.class);
    }
}
