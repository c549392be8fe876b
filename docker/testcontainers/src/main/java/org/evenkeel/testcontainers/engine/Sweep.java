package org.evenkeel.testcontainers.engine;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectVolumeResponse;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Removes containers, networks and volumes of test runs that are over: a killed one could not. */
record Sweep(DockerClient client) {
    void run() {
        for (Container container :
                client.listContainersCmd()
                        .withShowAll(true)
                        .withLabelFilter(List.of(RunLabel.RUN))
                        .exec()) {
            if (isLeftOver(container.getLabels())) {
                Engine.quietly(() ->
                        client.removeContainerCmd(container.getId())
                                .withForce(true)
                                .withRemoveVolumes(true)
                                .exec());
            }
        }
        for (Network network :
                client.listNetworksCmd().withFilter("label", List.of(RunLabel.RUN)).exec()) {
            if (isLeftOver(network.getLabels())) {
                Engine.quietly(() -> client.removeNetworkCmd(network.getId()).exec());
            }
        }
        List<InspectVolumeResponse> volumes =
                client.listVolumesCmd()
                        .withFilter("label", List.of(RunLabel.RUN))
                        .exec()
                        .getVolumes();
        for (InspectVolumeResponse volume :
                volumes == null ? List.<InspectVolumeResponse>of() : volumes) {
            if (isLeftOver(volume.getLabels())) {
                Engine.quietly(() -> client.removeVolumeCmd(volume.getName()).exec());
            }
        }
    }

    private static boolean isLeftOver(@Nullable Map<String, String> labels) {
        return labels != null && RunLabel.isLeftOver(labels);
    }
}
