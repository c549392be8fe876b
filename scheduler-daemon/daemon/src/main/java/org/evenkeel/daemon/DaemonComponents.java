package org.evenkeel.daemon;

import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.evenkeel.daemon.audit.Audit;
import org.evenkeel.daemon.blob.BlobPulls;
import org.evenkeel.daemon.blob.BlobStore;
import org.evenkeel.daemon.blob.Bundles;
import org.evenkeel.daemon.blob.CodeAdmission;
import org.evenkeel.daemon.blob.Disk;
import org.evenkeel.daemon.blob.IntermediateValueStore;
import org.evenkeel.daemon.blob.PayloadReferences;
import org.evenkeel.daemon.blob.PayloadResolver;
import org.evenkeel.daemon.blob.StreamedCheckpoints;
import org.evenkeel.daemon.clientcalls.ClientCallRouter;
import org.evenkeel.daemon.config.AvailabilitySchedule;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.config.DaemonConfig;
import org.evenkeel.daemon.config.SubmitterQuotas;
import org.evenkeel.daemon.config.WorkerMemory;
import org.evenkeel.daemon.driver.Driver;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.NodeDirectory;
import org.evenkeel.daemon.journal.JournalThread;
import org.evenkeel.daemon.journal.LowDisk;
import org.evenkeel.daemon.log.JobLogs;
import org.evenkeel.daemon.log.LogKeeper;
import org.evenkeel.daemon.machineowner.MachineOwnerMonitor;
import org.evenkeel.daemon.machineowner.MachineUse;
import org.evenkeel.daemon.net.EventLoopTurn;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.net.Sockets;
import org.evenkeel.daemon.peer.PeerLinks;
import org.evenkeel.daemon.peer.PeerQueries;
import org.evenkeel.daemon.record.EventRecording;
import org.evenkeel.daemon.record.FactRecorder;
import org.evenkeel.daemon.session.ClientAcceptor;
import org.evenkeel.daemon.session.ServedSlots;
import org.evenkeel.daemon.session.SessionLink;
import org.evenkeel.daemon.session.Sessions;
import org.evenkeel.daemon.session.SubmitterAccounts;
import org.evenkeel.daemon.signature.JarRefusedException;
import org.evenkeel.daemon.signature.SignedJars;
import org.evenkeel.daemon.signature.TrustedSigners;
import org.evenkeel.daemon.worker.WorkerAcceptor;
import org.evenkeel.daemon.worker.WorkerCommand;
import org.evenkeel.daemon.worker.WorkerPool;
import org.evenkeel.daemon.worker.confine.Confinement;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.ProcessorQuotas;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.kernel.replay.NodeSetup;
import org.evenkeel.kernel.trace.RecordedFact;
import org.evenkeel.model.AttachCandidate;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Resources;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.FetchValue;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.GoingAway;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.StatsAnswer;
import org.jspecify.annotations.Nullable;

/** The components of a daemon and their wiring. */
record DaemonComponents(
        NodeCore core,
        EventSink eventSink,
        Sessions sessions,
        WorkerPool workers,
        PeerLinks peers,
        RoleRouter roleRouter,
        Disk disk,
        CodeAdmission gate,
        JournalComponents journal,
        Optional<FactRecorder> recorder,
        Optional<EventRecording> eventRecording,
        Neighbours neighbours,
        Admission admission,
        TimerSource timers,
        AvailabilityClock hours,
        MachineOwnerMonitor owner,
        MachineUse machineUse,
        Supplier<Answers> figures,
        String policyName) {

    /** Of the heap, for payloads that the core holds. */
    private static final int HEAP_SHARE_OF_PAYLOADS = 4;

    private static final int DISK_SHARE_OF_VALUES = 4;

    /** Of the heap, for what peers offer and waits for its code or payloads. */
    private static final int HEAP_SHARE_OF_WAITING = 8;

    /** Of the heap, for payloads of open tasks that came inside frames. */
    private static final int HEAP_SHARE_OF_WINDOWS = 3;

    private static final int HEAP_SHARE_OF_JOBS = 8;

    /** An owned task costs about this much heap beside a payload that is counted. */
    private static final int HEAP_BYTES_PER_TASK = 1 << 10;

    private static final int LEAST_OWNED = 20_000;

    /** What is there before. */
    record Ground(
            DaemonConfig config,
            NodeRef self,
            byte[] token,
            ClusterDirectory cluster,
            NodeDirectory directory,
            EventLoop loop,
            EventLoopTurn eventLoopTurn,
            Sockets sockets,
            Admission admission,
            Confinement confinement,
            Audit audit) {}

    static DaemonComponents assemble(
            Ground ground,
            JournalComponents.RecoveredState kept,
            WorkerCommand command,
            Runnable whenDrained,
            LongConsumer drain)
            throws ConfigException, IOException {
        DaemonConfig config = ground.config();
        EventLoop loop = ground.loop();
        TimerSource timers =
                (delay, runnable) -> loop.schedule(runnable, delay, TimeUnit.NANOSECONDS);
        NodeSetup setup = nodeSetup(config, ground.self());
        NodeConfig nodeConfig = nodeConfig(setup);
        NodeCore core = new NodeCore(nodeConfig);
        Disk disk = new Disk(loop);
        BlobStore store =
                new BlobStore(ground.directory().blobs(), disk, ground.confinement().isByUser());
        store.keepFree(config.journaling().segmentBytes());
        BlobPulls pulls = new BlobPulls(store);
        CodeAdmission gate = codeGate(config, loop);
        Bundles bundles = new Bundles(store, pulls, gate, config.bounds().bundleBytes());
        long heap = Runtime.getRuntime().maxMemory();
        PayloadReferences books = new PayloadReferences(store, heap / HEAP_SHARE_OF_PAYLOADS);
        LowDisk lowDisk =
                new LowDisk(ground.directory().path(), config.journaling().lowDiskBytes());
        JournalComponents journal =
                JournalComponents.assemble(
                        kept, new JournalComponents.Blobs(store, bundles, books), lowDisk, loop);
        IntermediateValueStore values =
                new IntermediateValueStore(
                        store, pulls, lowDisk, timers, mostValueBytes(ground.directory()));
        StreamedCheckpoints early = new StreamedCheckpoints(store, pulls, lowDisk, timers);
        PayloadResolver payloadResolver =
                new PayloadResolver(
                        new PayloadResolver.Dependencies(
                                store,
                                pulls,
                                bundles,
                                books,
                                lowDisk,
                                journal.needs()::keeps,
                                values,
                                early),
                        heap / HEAP_SHARE_OF_WAITING);
        Driver driver =
                new Driver(core::handle, timers, journal.needs(), new KernelHalt(core)::failed);
        Optional<FactRecorder> recorder =
                config.recording()
                        .file()
                        .map(file ->
                                FactRecorder.start(
                                        new RecordedFact.Node(
                                                config.node().name(), config.workers()),
                                        file,
                                        config.recording().maxBytes()));
        recorder.ifPresent(driver::observeBy);
        Optional<EventRecording> eventRecording =
                config.recording()
                        .events()
                        .map(file ->
                                new EventRecording(setup, file, config.recording().maxBytes()));
        eventRecording.ifPresent(driver::observeBy);
        EventLoopLag eventLoopLag = new EventLoopLag(timers);
        Jobs events = new Jobs(driver, eventLoopLag, core::hasMovedAway);

        Sessions sessions =
                new Sessions(
                        events,
                        timers,
                        ground.eventLoopTurn(),
                        new Sessions.Settings(
                                config.times().sessionLease().toNanos(),
                                config.times().jobRetention().toNanos(),
                                config.bounds().clientTasks(),
                                config.bounds().clientBytes(),
                                nodeConfig.limits().owned(),
                                heap / HEAP_SHARE_OF_WINDOWS,
                                heap / HEAP_SHARE_OF_JOBS),
                        new SubmitterAccounts(
                                ground.self().id().name(),
                                config.policing().submitterQuotas(),
                                ground.audit(),
                                core::tally));
        JobLogs logs =
                new JobLogs(
                        ground.directory().logs(),
                        disk,
                        new JobLogs.Limits(
                                config.journaling().jobLogBytes(),
                                config.journaling().logsBytes(),
                                config.times().jobRetention()),
                        sessions::hasJob,
                        config.wallClock());
        ClientCallRouter files =
                new ClientCallRouter(
                        ground.self().id(),
                        new LocalClients(core, sessions),
                        new LogKeeper(logs, sessions),
                        timers,
                        System::nanoTime);
        WorkerPool workers =
                new WorkerPool(
                        new WorkerPool.Dependencies(
                                events,
                                timers,
                                ground.eventLoopTurn(),
                                sessions,
                                payloadResolver,
                                bundles,
                                files,
                                core::runningIn),
                        new WorkerPool.Size(
                                config.workers(), config.times().workerIdle().toNanos()),
                        new WorkerPool.StarterDependencies(
                                command,
                                config.workerBounds(),
                                ground.confinement(),
                                config.confining().environment(),
                                ground.directory().workers(),
                                loop));
        MachineUse machineUse = new MachineUse();
        MachineOwnerMonitor owner =
                new MachineOwnerMonitor(events, timers, System::nanoTime, machineUse);
        events.endAt(workers::jobEnded, workers::jobForgotten);
        events.endAt(values::jobEnded, values::jobForgotten);
        Neighbours neighbours = Neighbours.of(config, ground.admission().neighbourhood());
        PeerLinks peers =
                PeerLinks.create(
                        new PeerLinks.Dependencies(
                                events,
                                timers,
                                ground.eventLoopTurn(),
                                ground.sockets(),
                                payloadResolver,
                                files),
                        new PeerLinks.Settings(
                                ground.self(),
                                ground.token(),
                                neighbours.around(),
                                config.times().pingEvery().toNanos(),
                                config.times().pingLimit().toNanos()),
                        ground.cluster());
        peers.reachClientsBy(
                frame -> sessions.clientConnections().forEach(client -> client.send(frame)));
        values.fetchFrom(peers);
        files.reachOthersBy(peers);
        early.readBy(workers::idle);
        early.reachOwnersBy((task, frame) -> notifyOwner(core, peers, task, frame));
        ServedSlots served = new ServedSlots(events, config.workers());
        logs.start();
        driver.performBy(new EffectExecutor(sessions, workers, served, peers, books, whenDrained));
        AvailabilityClock hours =
                new AvailabilityClock(config.hours(), config.wallClock(), System::nanoTime);
        JobAccess access = new JobAccess(ground.audit());
        String name = ground.self().id().name();
        NodeAnswers answers =
                new NodeAnswers(
                        core,
                        new NodeAnswers.Parts(
                                new JobAnswers(core, sessions),
                                new QuotaAnswers(sessions, core::processors),
                                new LogAnswers(ground.self().id(), logs, access),
                                new StackAnswers(
                                        name,
                                        workers,
                                        access,
                                        config.wallClock(),
                                        task -> core.now(task, System.nanoTime()).state()),
                                new ProfileAnswers(name, workers, access, timers)),
                        new DaemonVitals(
                                driver,
                                sessions,
                                workers,
                                peers,
                                new NodeSurroundings(peers, hours, knownSpeed(config, nodeConfig)),
                                store,
                                values,
                                books,
                                journal.writer(),
                                eventLoopLag,
                                lowDisk,
                                ground.admission(),
                                ground.confinement().words(),
                                whyNotHere(config)),
                        config.wallClock(),
                        System::nanoTime);
        PeerQueries queries = new PeerQueries(peers, timers, answers);
        access.askBy(queries);
        RoleRouter roleRouter =
                new RoleRouter(
                        ground.token(),
                        ground.self(),
                        new ClientAcceptor(
                                new ClientAcceptor.Dependencies(
                                        new SessionLink.Dependencies(
                                                sessions,
                                                events,
                                                payloadResolver,
                                                whyNotHere(config),
                                                job -> null),
                                        served,
                                        queries,
                                        new Orphans(core, sessions, events),
                                        drain,
                                        new NodeForget(core, peers, events, ground.audit()),
                                        new NodePause(
                                                events,
                                                ground.audit(),
                                                config.wallClock(),
                                                System::nanoTime),
                                        owner,
                                        (node, request) -> fetchAt(node, request, values, peers),
                                        files,
                                        ground.admission()::revoked,
                                        new ClientAcceptor.Patience(
                                                config.times().pingEvery().toNanos(),
                                                config.times().pingLimit().toNanos()))),
                        new WorkerAcceptor(workers),
                        peers,
                        ground.admission().registrar(),
                        new RejectionLog(ground.audit(), System::nanoTime));
        return new DaemonComponents(
                core,
                events,
                sessions,
                workers,
                peers,
                roleRouter,
                disk,
                gate,
                journal,
                recorder,
                eventRecording,
                neighbours,
                ground.admission(),
                timers,
                hours,
                owner,
                machineUse,
                answers::figures,
                nodeConfig.policy().name());
    }

    /** A node without workers hands on whatever it is given: others know what they can give. */
    private static Function<Resources, @Nullable String> whyNotHere(DaemonConfig config) {
        return config.workers() == 0 ? asked -> null : config.workerBounds()::whyNot;
    }

    /** Values of task graphs may take this much of the disk: a quarter of what is free now. */
    private static long mostValueBytes(NodeDirectory directory) throws IOException {
        return Files.getFileStore(directory.path()).getUsableSpace() / DISK_SHARE_OF_VALUES;
    }

    /** Has a value fetched here or, when it is linked, at another node. */
    private static void fetchAt(
            NodeId node, FetchValue request, IntermediateValueStore values, PeerLinks peers)
            throws WireException {
        if (node.equals(peers.self().id())) {
            values.fetch(new JobId(request.getJob()), request, answer -> {});
        } else {
            peers.send(node, Frame.newBuilder().setFetchValue(request).build());
        }
    }

    /** Says something to the owner of a task that runs here; nothing where that is this node. */
    private static void notifyOwner(
            NodeCore core, PeerLinks peers, PeerMessage.GrantedTask task, Frame frame) {
        NodeRef owner = core.ownerOf(task.task(), task.grant());
        if (owner != null && !core.owns(task.task())) {
            peers.send(owner.id(), frame);
        }
    }

    /** Jobs that are kept here for owners that are gone. */
    private record Orphans(NodeCore core, Sessions sessions, EventSink eventSink)
            implements ClientAcceptor.Replicas {
        @Override
        public @Nullable String submitter(JobId job) {
            JobOrigin origin = core.orphanOrigin(job);
            return origin == null ? null : origin.submitter();
        }

        @Override
        public boolean takeOver(JobId job) {
            return DaemonComponents.takeOver(job, core, sessions, eventSink);
        }

        @Override
        public void join(JobId job) {
            List<Event.Replica> later = core.replicasTakenWith(job);
            if (core.ownedCandidate(job) != null && !later.isEmpty()) {
                sessions.joined(later.stream().map(Event.Replica::state).toList());
                eventSink.submit(new Event.JobTakenOver(job, "")); // it has its name
            }
        }
    }

    /** A client asks for a job that is kept here for an owner that is gone. */
    private static boolean takeOver(
            JobId job, NodeCore core, Sessions sessions, EventSink eventSink) {
        List<Event.Replica> kept = core.orphanedReplicas(job);
        if (kept.isEmpty()) {
            return false;
        }
        String name = "taken over from " + kept.getFirst().owner();
        long session = kept.getFirst().state().session();
        List<TaskState> tasks = kept.stream().map(Event.Replica::state).toList();
        JobOrigin known = core.orphanOrigin(job);
        JobOrigin origin = known == null ? JobOrigin.NONE : known;
        AttachCandidate candidate = core.attachCandidate(job);
        int attachment = candidate == null || !candidate.replica() ? 0 : candidate.attachment();
        JournalRecord.JobOpened opened =
                new JournalRecord.JobOpened(
                        job,
                        origin.secret(),
                        session,
                        name,
                        origin.submitter(),
                        attachment,
                        0,
                        Math.max(0, attachment - 1), // its owner may have more
                        1,
                        JournalRecord.JobLocation.HERE);
        sessions.recovered(new Event.Recovered(tasks, List.of(opened), List.of()));
        eventSink.submit(new Event.JobTakenOver(job, name));
        return true;
    }

    /** Where the clients of jobs are, and what is known of their tasks. */
    private record LocalClients(NodeCore core, Sessions sessions)
            implements ClientCallRouter.Knowledge {
        @Override
        public ClientCallRouter.@Nullable Client clientOf(JobId job) {
            FrameConnection client = sessions.clientOf(job);
            return client == null ? null : new ClientCallRouter.Client(client, client::send);
        }

        @Override
        public boolean hasJob(JobId job) {
            return sessions.hasJob(job);
        }

        @Override
        public boolean owns(TaskId task) {
            return core.owns(task);
        }

        @Override
        public boolean isOver(TaskId task, Grant grant) {
            return core.isOver(task, grant);
        }

        @Override
        public @Nullable NodeRef ownerOf(TaskId task, Grant grant) {
            return core.ownerOf(task, grant);
        }
    }

    /** Takes events to the driver, and the end of jobs to the workers. */
    private static final class Jobs implements EventSink {
        private final Driver driver;
        private final EventLoopLag eventLoopLag;
        private final Predicate<JobId> movedAway;
        private final List<Consumer<JobId>> whoEnd = new ArrayList<>(2);
        private final List<Consumer<JobId>> whoForget = new ArrayList<>(2);

        /**
         * @param movedAway whether a job's client continues at another node, which will say when
         *     the job ends
         */
        Jobs(Driver driver, EventLoopLag eventLoopLag, Predicate<JobId> movedAway) {
            this.driver = driver;
            this.eventLoopLag = eventLoopLag;
            this.movedAway = movedAway;
        }

        /**
         * @param forget told instead when it is only likely
         */
        void endAt(Consumer<JobId> end, Consumer<JobId> forget) {
            whoEnd.add(end);
            whoForget.add(forget);
        }

        @Override
        public void submit(Event event) {
            boolean moved = event instanceof Event.JobClosed closed && movedAway.test(closed.job());
            driver.submit(event);
            eventLoopLag.busy();
            if (event instanceof Event.JobClosed closed && !moved) {
                whoEnd.forEach(one -> one.accept(closed.job()));
            } else if (event instanceof Event.MessageReceived received
                    && received.peerMessage() instanceof PeerMessage.JobEnded ended) {
                (ended.advice() ? whoForget : whoEnd).forEach(one -> one.accept(ended.job()));
            }
        }
    }

    private static CodeAdmission codeGate(DaemonConfig config, EventLoop loop)
            throws ConfigException {
        Optional<Path> signers = config.policing().signers();
        if (signers.isEmpty()) {
            return CodeAdmission.open();
        }
        SignedJars signed = new SignedJars(TrustedSigners.load(signers.get(), config.wallClock()));
        return CodeAdmission.checking(
                jar -> {
                    try {
                        signed.verify(jar);
                        return Optional.empty();
                    } catch (JarRefusedException e) {
                        return Optional.of(String.valueOf(e.getMessage()));
                    }
                },
                loop);
    }

    /** Another one for every node and start, so that no two nodes draw alike. */
    private static long seed(NodeRef self) {
        return self.incarnation() ^ (long) self.id().name().hashCode() << Integer.SIZE;
    }

    private static ProcessorQuotas processors(SubmitterQuotas submitterQuotas) {
        Map<String, Integer> named = new HashMap<>();
        submitterQuotas
                .named()
                .forEach((name, quota) ->
                        named.put(
                                name.equals(SubmitterQuotas.LOCAL) ? "" : name,
                                quota.processors()));
        return new ProcessorQuotas(submitterQuotas.others().processors(), named);
    }

    /** The speed is measured only where a policy asks for it. */
    private static NodeConfig.PhaseRole phaseRole(DaemonConfig config) {
        DaemonConfig.Phasing phasing = config.phasing();
        Policy chosen = Policies.parse(config.policy()).create(0);
        boolean asks = chosen.phases() != null || chosen.movesStarted();
        double speed =
                phasing.speed()
                        .orElseGet(() ->
                                asks
                                        ? MachineSpeed.ofWorker(
                                                config.clusterDirectory(), config.workers())
                                        : 1.0);
        return new NodeConfig.PhaseRole(
                phasing.master(), speed, NodeConfig.PhaseRole.USUAL_MOVE_NANOS);
    }

    /** 0 where it is taken for that of the reference. */
    private static double knownSpeed(DaemonConfig config, NodeConfig nodeConfig) {
        Policy policy = nodeConfig.policy();
        boolean measured = policy.phases() != null || policy.movesStarted();
        return measured || config.phasing().speed().isPresent() ? nodeConfig.phases().speed() : 0;
    }

    private static NodeSetup nodeSetup(DaemonConfig config, NodeRef self) throws ConfigException {
        NodeConfig.Limits standard = NodeConfig.Limits.DEFAULT;
        long byHeap = Runtime.getRuntime().maxMemory() / HEAP_BYTES_PER_TASK;
        int owned = Math.clamp(byHeap, LEAST_OWNED, standard.owned());
        int held = Math.clamp(byHeap / 4, LEAST_OWNED, standard.held());
        try {
            return new NodeSetup(
                    self,
                    config.policy(),
                    seed(self),
                    config.load(),
                    config.times().holderLease().toNanos(),
                    config.times().ownerLease().toNanos(),
                    config.times().silenceLimit().toNanos(),
                    new NodeConfig.Limits(
                            owned,
                            held,
                            standard.windowTasks(),
                            standard.windowNanos(),
                            standard.deaths(),
                            standard.traceRecords()),
                    processors(config.policing().submitterQuotas()),
                    phaseRole(config));
        } catch (IllegalArgumentException e) {
            throw new ConfigException(String.valueOf(e.getMessage()));
        }
    }

    private static NodeConfig nodeConfig(NodeSetup setup) throws ConfigException {
        try {
            return setup.config();
        } catch (IllegalArgumentException e) {
            throw new ConfigException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Begins: on the event loop.
     *
     * @param recovered what the disk kept, the first event of all
     * @param schedule when the node takes tasks
     */
    void start(String workerAddress, Event.Recovered recovered, AvailabilitySchedule schedule) {
        journal.writer().start();
        sessions.recovered(recovered);
        eventSink.submit(recovered);
        hours.start(eventSink, timers);
        owner.set(schedule.owner());
        eventSink.submit(neighbours.first());
        admission.start(peers, timers);
        peers.start();
        workers.start(workerAddress);
    }

    /** From now on this schedule counts: on the event loop. */
    void replace(AvailabilitySchedule schedule) {
        hours.replace(schedule, eventSink, timers);
        owner.set(schedule.owner());
    }

    /** Tells clients that this daemon leaves. */
    void announceShutdown(String why) {
        Frame frame = Frame.newBuilder().setGoingAway(GoingAway.newBuilder().setWhy(why)).build();
        for (FrameConnection frameConnection : sessions.clientConnections()) {
            frameConnection.send(frame);
        }
    }

    /** Ends links and workers: on the event loop. */
    void close() {
        machineUse.close();
        peers.close();
        workers.close();
        sessions.closeConnections();
    }

    void closeDisk() {
        journal.writer().close();
        recorder.ifPresent(FactRecorder::close);
        eventRecording.ifPresent(EventRecording::close);
        gate.close();
        disk.close();
    }

    /** Vital figures for displays. */
    private record DaemonVitals(
            Driver driver,
            Sessions sessions,
            WorkerPool workers,
            PeerLinks peers,
            NodeSurroundings surroundings,
            BlobStore store,
            IntermediateValueStore values,
            PayloadReferences books,
            JournalThread journal,
            EventLoopLag eventLoopLag,
            LowDisk lowDisk,
            Admission admission,
            String confinement,
            Function<Resources, @Nullable String> whyNotHere)
            implements NodeAnswers.Vitals {
        @Override
        public boolean waitsForWorker(TaskId task) {
            return workers.waitsForWorker(task);
        }

        @Override
        public @Nullable String whyUnfit(Resources asked) {
            return whyNotHere.apply(asked);
        }

        @Override
        public void addTo(NodesAnswer.Builder answer) {
            answer.setVersion(Software.OWN.version())
                    .setPid(ProcessHandle.current().pid())
                    .setClients(sessions.clients())
                    .setWorkerProcesses(workers.processes())
                    .setWorkerProtection(confinement);
            surroundings.addTo(answer);
        }

        @Override
        public StatsAnswer.Builder stats() {
            Runtime runtime = Runtime.getRuntime();
            StatsAnswer.Builder stats = StatsAnswer.newBuilder();
            admission
                    .certificateUntil()
                    .ifPresent(until -> stats.setCertificateUntil(until.toString()));
            LowDisk.Seen disk = lowDisk.seen();
            if (disk.freeBytes() >= 0) {
                stats.setDiskFreeBytes(disk.freeBytes()).setDiskLeastBytes(disk.leastBytes());
            }
            return stats.setEvents(driver.handled())
                    .setHeldEffects(driver.held())
                    .setLoopLagMedianMicros(eventLoopLag.medianMicros())
                    .setLoopLagMaxMicros(eventLoopLag.maxMicros())
                    .setHeapUsedBytes(runtime.totalMemory() - runtime.freeMemory())
                    .setHeapMaxBytes(runtime.maxMemory())
                    .setMachineMemoryBytes(WorkerMemory.machineBytes())
                    .setPayloadBytes(books.inlineBytes())
                    .setBlobs(store.count())
                    .setBlobBytes(store.bytes())
                    .setValueBytes(values.bytes())
                    .setValuesFetched(values.fetched())
                    .setJournal(journal.statistics())
                    .setLinks(peers.linkCount())
                    .setUnknownFrames(peers.sockets().skippedFrames())
                    .setRefusedFrames(peers.sockets().refusedFrames())
                    .setClients(sessions.clients());
        }
    }
}
