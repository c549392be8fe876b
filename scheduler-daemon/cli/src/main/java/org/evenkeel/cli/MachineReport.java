package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.evenkeel.cli.doctor.CertificateCheck;
import org.evenkeel.cli.doctor.Configurations;
import org.evenkeel.cli.doctor.DiskCheck;
import org.evenkeel.cli.doctor.DiskProbe;
import org.evenkeel.cli.doctor.Finding;
import org.evenkeel.cli.doctor.LimitChecks;
import org.evenkeel.cli.doctor.MachineChecks;
import org.evenkeel.cli.doctor.MachineProbe;
import org.evenkeel.cli.doctor.PortCheck;
import org.evenkeel.cli.doctor.PortProbe;
import org.evenkeel.daemon.config.DaemonConfig;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.daemon.journal.LowDisk;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.RevocationList;
import org.evenkeel.security.identity.Trust;
import org.evenkeel.security.identity.Verdict;

/**
 * All checks of this machine.
 *
 * @param flags of the daemon that is to be started; empty to check those that run
 */
record MachineReport(ClusterOption cluster, List<String> flags) {

    List<Finding> findings() throws IOException {
        List<DaemonFile> running = cluster.running();
        Configurations configs =
                flags.isEmpty() && !running.isEmpty()
                        ? Configurations.ofRunning(running)
                        : Configurations.planned(cluster.directory(), flags);
        List<Finding> findings = new ArrayList<>();
        findings.add(MachineProbe.java());
        findings.addAll(configs.findings());
        findings.add(
                MachineChecks.processors(
                        Runtime.getRuntime().availableProcessors(), configs.workers()));
        findings.add(
                MachineChecks.memory(MachineProbe.memory(configs.heapBytes(), configs.running())));
        findings.add(disk("cluster directory", cluster.directory(), configs));
        findings.add(
                disk("temporary files", Path.of(System.getProperty("java.io.tmpdir")), configs));
        findings.add(LimitChecks.openFiles(MachineProbe.openFiles()));
        findings.add(
                LimitChecks.processes(
                        MachineProbe.processes(), configs.workers(), configs.processes()));
        findings.add(MachineProbe.controlGroups());
        findings.add(MachineChecks.surroundings(MachineProbe.surroundings()));
        findings.add(MachineProbe.idleDetection(configs.hasOwner()));
        configs.valid().stream()
                .map(DaemonConfig::listen)
                .distinct()
                .forEach(listen ->
                        findings.add(
                                PortCheck.check(
                                        listen.host(),
                                        listen.port(),
                                        PortProbe.look(listen.host(), listen.port(), running))));
        findings.addAll(certificates());
        return findings;
    }

    private static Finding disk(String check, Path directory, Configurations configs) {
        DiskCheck.Disk disk = DiskProbe.look(directory.toAbsolutePath());
        OptionalLong configured =
                configs.valid().stream()
                        .map(config -> config.journaling().lowDiskBytes())
                        .flatMapToLong(OptionalLong::stream)
                        .max();
        return DiskCheck.check(check, disk, LowDisk.boundBytes(configured, disk.total()));
    }

    private List<Finding> certificates() throws IOException {
        IdentityFiles files = new IdentityFiles(cluster.directory());
        try {
            Optional<Credentials> found = files.load();
            if (found.isEmpty()) {
                return List.of(CertificateCheck.none());
            }
            Credentials own = found.get();
            Optional<RevocationList> list = files.revoked(own.authority());
            Instant now = InstantSource.system().instant();
            Verdict verdict =
                    new Trust(own.authority())
                            .verify(
                                    own.chain(),
                                    now,
                                    serial -> list.isPresent() && list.get().isRevoked(serial));
            Optional<String> refusal =
                    verdict instanceof Verdict.Refused refused
                            ? Optional.of(refused.reason())
                            : Optional.empty();
            return List.of(
                    CertificateCheck.own(
                            now,
                            own.subject().name(),
                            own.certificate().getNotAfter().toInstant(),
                            refusal),
                    CertificateCheck.authority(now, own.authority().getNotAfter().toInstant()));
        } catch (IdentityException e) {
            return List.of(CertificateCheck.unusable(e.reason()));
        } catch (IOException e) {
            return List.of(CertificateCheck.unusable(FailureText.of(e)));
        }
    }
}
