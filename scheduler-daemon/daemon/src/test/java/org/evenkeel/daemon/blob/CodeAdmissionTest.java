package org.evenkeel.daemon.blob;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.evenkeel.model.Digest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A list of checkpoints is no code, where workers take it for none either: as the last part. */
class CodeAdmissionTest {
    private static final Digest BUNDLE = new Digest(9, 0, 0, 0);
    private static final Digest SIGNED = new Digest(1, 0, 0, 0);
    private static final Digest LIST = new Digest(2, 0, 0, 0);

    @TempDir private Path directory;

    private String admit(Digest... parts) throws Exception {
        Files.writeString(directory.resolve(SIGNED.toString()), "signed");
        Files.writeString(
                directory.resolve(LIST.toString()),
                "evenkeel-checkpoints 1\nm a/B run()V\n",
                StandardCharsets.UTF_8);
        BundleManifest manifest =
                new BundleManifest(
                        List.of(parts).stream()
                                .map(part -> new BundleManifest.Jar(part, 7, "part"))
                                .toList());
        try (CodeAdmission gate =
                CodeAdmission.checking(
                        file ->
                                file.endsWith(SIGNED.toString())
                                        ? Optional.empty()
                                        : Optional.of("is not signed"),
                        Runnable::run)) {
            String why =
                    gate.admitNow(BUNDLE, manifest, part -> directory.resolve(part.toString()));
            return why == null ? "" : why;
        }
    }

    @Test
    void listBehindSignedJarsNeedsNoSignature() throws Exception {
        assertThat(admit(SIGNED, LIST)).isEmpty();
    }

    @Test
    void whatBeginsLikeAListElsewhereIsLookedAt() throws Exception {
        assertThat(admit(LIST, SIGNED)).contains("is not signed");
    }
}
