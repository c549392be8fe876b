package org.evenkeel.recorder;

import java.util.List;
import org.evenkeel.cli.CommandProvider;

/** Adds the commands of this module to {@code evenkeel}. */
public final class RecorderCommands implements CommandProvider {

    @Override
    public List<Class<?>> commands() {
        return List.of(RecorderCommand.class, QueryCommand.class);
    }
}
