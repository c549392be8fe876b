package org.evenkeel.testcontainers.engine;

import java.util.List;
import java.util.Map;

/**
 * A container to be made; immutable.
 *
 * @param image must be there, nothing is pulled
 * @param name of the container and its host name, also how others of its network find it
 * @param network id of the network it is in
 * @param entrypoint program and first words, in place of the image's
 * @param command further words
 * @param port that is published at the engine's machine under a number of the engine's choice, 0
 *     for none
 * @param volumes name of a volume to directory in the container
 * @param cpus processors it may use
 * @param memoryBytes at most
 */
public record ContainerSpec(
        String image,
        String name,
        String network,
        List<String> entrypoint,
        List<String> command,
        int port,
        Map<String, String> volumes,
        double cpus,
        long memoryBytes) {

    public ContainerSpec {
        entrypoint = List.copyOf(entrypoint);
        command = List.copyOf(command);
        volumes = Map.copyOf(volumes);
    }
}
