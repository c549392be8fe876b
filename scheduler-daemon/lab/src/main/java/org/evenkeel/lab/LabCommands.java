package org.evenkeel.lab;

import java.util.List;
import org.evenkeel.cli.CommandProvider;

/** Adds the commands of this module to {@code evenkeel}. */
public final class LabCommands implements CommandProvider {

    @Override
    public List<Class<?>> commands() {
        return List.of(DemoCommand.class, LabCommand.class);
    }
}
