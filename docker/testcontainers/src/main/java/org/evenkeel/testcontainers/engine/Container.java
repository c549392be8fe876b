package org.evenkeel.testcontainers.engine;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.ExecCreateCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.SyncDockerCmd;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A container that was made by {@link Engine#create}; safe for many threads. */
public final class Container implements AutoCloseable {
    private static final Duration COMMAND = Duration.ofMinutes(5);

    /**
     * What runc says when a process could not be stopped in time, such as one that is being forked;
     * its authors leave it to the caller to try again (opencontainers/runc, pull request 4388).
     */
    private static final String NOT_NOW = "unable to freeze";

    private static final int PAUSE_TRIES = 20;
    private static final long PAUSE_MILLIS = 250;

    private final Engine engine;
    private final String id;
    private final String name;

    Container(Engine engine, String id, String name) {
        this.engine = engine;
        this.id = id;
        this.name = name;
    }

    private DockerClient client() {
        return engine.client();
    }

    public String id() {
        return id;
    }

    /** Its host name, which others of its network know. */
    public String name() {
        return name;
    }

    /** Starts it, for the first time or again. */
    public void start() {
        ask("start", client().startContainerCmd(id));
    }

    /** SIGKILL to everything in it: its machine loses its power. */
    public void kill() {
        ask("kill", client().killContainerCmd(id));
    }

    /** SIGTERM, and SIGKILL when this time is over. */
    public void stop(Duration grace) {
        ask("stop", client().stopContainerCmd(id).withTimeout((int) grace.toSeconds()));
    }

    /** No process in it gets on, and none knows. */
    public void pause() {
        for (int refused = 1; true; refused++) {
            try {
                ask("pause", client().pauseContainerCmd(id));
                return;
            } catch (EngineException e) {
                if (refused == PAUSE_TRIES || !String.valueOf(e.getMessage()).contains(NOT_NOW)) {
                    throw e;
                }
                sleep(e);
            }
        }
    }

    private static void sleep(EngineException before) {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw before;
        }
    }

    public void resume() {
        ask("resume", client().unpauseContainerCmd(id));
    }

    /** Changes how many processors it may use. */
    public void limit(double cpus) {
        ask("limit", client().updateContainerCmd(id).withNanoCPUs((long) (cpus * Engine.ONE_CPU)));
    }

    /** Whether it runs, paused or not. */
    public boolean isRunning() {
        return Boolean.TRUE.equals(inspect().getState().getRunning());
    }

    public boolean isPaused() {
        return Boolean.TRUE.equals(inspect().getState().getPaused());
    }

    /** Its first process, as the engine's machine counts them; 0 when it does not run. */
    long pid() {
        Long pid = inspect().getState().getPidLong();
        return pid == null ? 0 : pid;
    }

    /** The exit code of its first process; 0 while it runs. */
    public long exitCode() {
        Long code = inspect().getState().getExitCodeLong();
        return code == null ? 0 : code;
    }

    /** Its address in its network; changes when it is started again. */
    public String address() {
        Map<String, ContainerNetwork> networks = inspect().getNetworkSettings().getNetworks();
        String address =
                networks.size() == 1 ? networks.values().iterator().next().getIpAddress() : null;
        if (address == null || address.isEmpty()) {
            throw new EngineException(name + " has no address: it does not run");
        }
        return address;
    }

    /**
     * Where a program outside can connect to a port of it, {@code host:port}; changes when it is
     * started again.
     *
     * @throws EngineException if it cannot be reached
     */
    public String outside(int port) {
        return PublishedPorts.of(engine.at(), address(), port, published(port));
    }

    private int published(int port) {
        Ports.Binding[] bindings =
                inspect().getNetworkSettings().getPorts().getBindings().get(ExposedPort.tcp(port));
        if (bindings == null || bindings.length == 0) {
            throw new EngineException(name + " does not publish port " + port);
        }
        return Integer.parseInt(bindings[0].getHostPortSpec());
    }

    private InspectContainerResponse inspect() {
        return ask("inspect", client().inspectContainerCmd(id));
    }

    /**
     * @throws EngineException if the engine does not do it
     */
    private <T> T ask(String what, SyncDockerCmd<T> command) {
        try {
            return command.exec();
        } catch (DockerException e) {
            throw new EngineException(
                    "the engine does not " + what + " " + name + ": " + e.getMessage(), e);
        }
    }

    /** Runs a command in it to its end, for five minutes at most. */
    public CommandResult run(List<String> command, String... environment) {
        ExecCreateCmd create =
                client().execCreateCmd(id)
                        .withAttachStdout(true)
                        .withAttachStderr(true)
                        .withEnv(List.of(environment))
                        .withCmd(command.toArray(String[]::new));
        String what = name + ": " + String.join(" ", command);
        String exec = ask("run a command in", create).getId();
        try {
            CapturedOutput capturedOutput = new CapturedOutput();
            if (!client().execStartCmd(exec)
                    .exec(capturedOutput)
                    .awaitCompletion(COMMAND.toSeconds(), TimeUnit.SECONDS)) {
                throw new EngineException(what + " has not ended within " + COMMAND);
            }
            Long code = ask("inspect", client().inspectExecCmd(exec)).getExitCodeLong();
            return new CommandResult(
                    what, code == null ? -1 : code, capturedOutput.out(), capturedOutput.err());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException(what + " was interrupted", e);
        }
    }

    /** Runs a line of bash. */
    public CommandResult bash(String line, String... environment) {
        return run(List.of("bash", "-c", line), environment);
    }

    /**
     * Runs a line of shell as root in its network, from a container beside it.
     *
     * @param image has what the line needs
     */
    public CommandResult beside(String image, String line) {
        return engine.runBeside(this, image, line);
    }

    /**
     * Makes a container in the network of this one, for a program that lasts; it does not run yet.
     * Its processor time and memory are its own.
     */
    public Container besideAsLongAsItRuns(String image, List<String> command) {
        return engine.createBeside(this, image, command);
    }

    /** What its first process wrote since it was made. */
    public String log() {
        CapturedOutput capturedOutput =
                CapturedOutput.of(client().logContainerCmd(id).withStdOut(true).withStdErr(true));
        return capturedOutput.out() + capturedOutput.err();
    }

    /** Removes it, whether it runs or not, with its own volumes. */
    @Override
    public void close() {
        Engine.quietly(() ->
                client().removeContainerCmd(id).withForce(true).withRemoveVolumes(true).exec());
    }
}
