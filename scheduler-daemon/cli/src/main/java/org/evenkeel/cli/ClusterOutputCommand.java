package org.evenkeel.cli;

import picocli.CommandLine.Mixin;

/** Such a command about a cluster. */
public abstract class ClusterOutputCommand extends OutputCommand {
    @Mixin protected final ClusterOption cluster = new ClusterOption();
}
