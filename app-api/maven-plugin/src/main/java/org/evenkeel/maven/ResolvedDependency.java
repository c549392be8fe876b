package org.evenkeel.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.maven.artifact.Artifact;
import org.jspecify.annotations.Nullable;

/**
 * A dependency of the project, direct or not.
 *
 * @param file its jar; null if Maven has none
 */
record ResolvedDependency(String groupId, String artifactId, @Nullable File file) {

    private static final String GROUP = "org.evenkeel";
    private static final String CLIENT = "evenkeel-client";

    /** What is wrong with a project without the client. */
    static final String MISSING =
            "the project has no dependency " + GROUP + ":" + CLIENT + ", whose jar has the agent";

    static List<ResolvedDependency> of(Collection<Artifact> artifacts) {
        return artifacts.stream()
                .map(artifact ->
                        new ResolvedDependency(
                                artifact.getGroupId(),
                                artifact.getArtifactId(),
                                artifact.getFile()))
                .toList();
    }

    /**
     * The client's jar, which is the Java agent as well; empty if it is not among them.
     *
     * @throws IllegalStateException if it is no jar, as in a build that has not packaged it yet
     */
    static Optional<Path> clientJar(Collection<ResolvedDependency> all) {
        for (ResolvedDependency each : all) {
            if (each.groupId.equals(GROUP) && each.artifactId.equals(CLIENT)) {
                if (each.file == null || !each.file.isFile()) {
                    throw new IllegalStateException(
                            "%s is %s, and the Java agent must be a jar; build it with \"package\""
                                    .formatted(CLIENT, each.file));
                }
                return Optional.of(each.file.toPath().toAbsolutePath());
            }
        }
        return Optional.empty();
    }
}
