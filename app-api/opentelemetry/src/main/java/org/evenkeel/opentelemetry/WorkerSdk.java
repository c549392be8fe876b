package org.evenkeel.opentelemetry;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * OpenTelemetry in a worker: by the settings of the program, for the task's own spans as well.
 * Where a task has made one itself, or the program has not said where spans go, none is made.
 */
final class WorkerSdk {

    /** A worker may end soon after a task. */
    private static final Map<String, String> DEFAULTS =
            Map.of(
                    "otel.bsp.schedule.delay", "500",
                    "otel.exporter.otlp.protocol", "http/protobuf",
                    "otel.logs.exporter", "none",
                    "otel.metrics.exporter", "none");

    private static final long CLOSE_SECONDS = 2;

    private boolean isTried;
    private volatile Map<String, String> settings = Settings.ofProgram();
    private @Nullable OpenTelemetrySdk sdk;

    /** Those of the program: in a worker, those that came with its latest task. */
    Map<String, String> settings() {
        return settings;
    }

    /** Makes it when the first task with settings begins. */
    synchronized void start(Map<String, String> ofProgram) {
        if (!ofProgram.isEmpty()) {
            settings = ofProgram;
        }
        if (isTried || !Settings.haveTarget(ofProgram)) {
            return;
        }
        isTried = true;
        if (GlobalOpenTelemetry.isSet()) {
            return;
        }
        Map<String, String> all = new TreeMap<>(DEFAULTS);
        all.putAll(ofProgram);
        // Its threads live as long as the worker, and must not inherit what is the task's.
        FutureTask<OpenTelemetrySdk> making = new FutureTask<>(() -> made(all));
        Thread.ofPlatform()
                .daemon()
                .name("evenkeel-traces")
                .inheritInheritableThreadLocals(false)
                .start(making);
        try {
            sdk = making.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the task is to stop
        }
    }

    private static OpenTelemetrySdk made(Map<String, String> all) {
        return AutoConfiguredOpenTelemetrySdk.builder()
                .setServiceClassLoader(WorkerSdk.class.getClassLoader())
                .addPropertiesCustomizer(own -> all)
                .disableShutdownHook()
                .setResultAsGlobal()
                .build()
                .getOpenTelemetrySdk();
    }

    /** Sends what is left. */
    synchronized void close() {
        OpenTelemetrySdk made = sdk;
        if (made != null) {
            made.getSdkTracerProvider().shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS);
        }
    }
}
