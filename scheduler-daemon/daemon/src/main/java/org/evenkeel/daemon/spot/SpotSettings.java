package org.evenkeel.daemon.spot;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Whose notices are heeded.
 *
 * @param address of the metadata server
 * @param leavesEarly whether a recommendation of AWS to leave the machine counts as a notice
 */
public record SpotSettings(Provider provider, URI address, boolean leavesEarly) {

    /** Where the providers have it; never routed. */
    public static final URI USUAL_ADDRESS = URI.create("http://169.254.169.254");

    /** Where the firmware says who made the machine. */
    private static final Path FIRMWARE = Path.of("/sys/class/dmi/id");

    /** What Azure has there; Hyper-V elsewhere does not. */
    private static final String AZURE_TAG = "7783-7084-3265-9085-8269-3286-77";

    /** Whose the machine is. */
    public enum Provider {
        AWS,
        GOOGLE,
        AZURE
    }

    /** Those of the provider in whose machine this process runs; empty on any other machine. */
    public static Optional<SpotSettings> detect() {
        return detect(FIRMWARE);
    }

    static Optional<SpotSettings> detect(Path firmware) {
        String vendor = text(firmware.resolve("sys_vendor"));
        Provider found =
                vendor.equals("Amazon EC2")
                        ? Provider.AWS
                        : vendor.equals("Google")
                                ? Provider.GOOGLE
                                : text(firmware.resolve("chassis_asset_tag")).equals(AZURE_TAG)
                                        ? Provider.AZURE
                                        : null;
        return Optional.ofNullable(found).map(one -> new SpotSettings(one, USUAL_ADDRESS, false));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }

    NoticeSource source(MetadataServer server, InstantSource clock) {
        return switch (provider) {
            case AWS -> new AwsNotices(server, clock, leavesEarly);
            case GOOGLE -> new GoogleNotices(server, clock);
            case AZURE -> new AzureNotices(server, clock);
        };
    }
}
