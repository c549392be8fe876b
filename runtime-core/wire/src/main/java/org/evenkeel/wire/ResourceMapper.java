package org.evenkeel.wire;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.Resources;
import org.evenkeel.model.WorkerShape;
import org.evenkeel.model.WorkerShape.Collector;
import org.evenkeel.wire.proto.NamedText;

/** What a job asks machines for, in both spellings. */
public final class ResourceMapper {

    private static final List<Collector> COLLECTORS =
            List.of(Collector.SERIAL, Collector.PARALLEL, Collector.G1, Collector.Z);

    /** As it travels. */
    public static org.evenkeel.wire.proto.Resources toWire(Resources resources) {
        org.evenkeel.wire.proto.Resources.Builder wire =
                org.evenkeel.wire.proto.Resources.newBuilder()
                        .setMemoryBytes(resources.memoryBytes())
                        .setDiskBytes(resources.diskBytes())
                        .setProcesses(resources.processes());
        if (!resources.worker().isNone()) {
            wire.setWorker(shape(resources.worker()));
        }
        return wire.build();
    }

    private static org.evenkeel.wire.proto.WorkerShape shape(WorkerShape shape) {
        org.evenkeel.wire.proto.WorkerShape.Builder wire =
                org.evenkeel.wire.proto.WorkerShape.newBuilder()
                        .setPreview(shape.preview())
                        .addAllModules(shape.modules())
                        .setStackKib(shape.stackKib());
        Collector collector = shape.collector();
        if (collector != null) {
            wire.setCollector(COLLECTORS.indexOf(collector) + 1);
        }
        shape.properties().forEach((name, text) -> wire.addProperties(named(name, text)));
        shape.environment().forEach((name, text) -> wire.addEnvironment(named(name, text)));
        return wire.build();
    }

    private static NamedText named(String name, String text) {
        return NamedText.newBuilder().setName(name).setText(text).build();
    }

    /**
     * As it came.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static Resources toModel(org.evenkeel.wire.proto.Resources wire) {
        return new Resources(
                wire.getMemoryBytes(),
                wire.getDiskBytes(),
                wire.getProcesses(),
                wire.hasWorker() ? shape(wire.getWorker()) : WorkerShape.NONE);
    }

    private static WorkerShape shape(org.evenkeel.wire.proto.WorkerShape wire) {
        int collector = wire.getCollector();
        if (collector < 0 || collector > COLLECTORS.size()) {
            throw new IllegalArgumentException("unknown garbage collector " + collector);
        }
        return new WorkerShape(
                collector == 0 ? null : COLLECTORS.get(collector - 1),
                wire.getPreview(),
                wire.getModulesList(),
                wire.getStackKib(),
                texts(wire.getPropertiesList()),
                texts(wire.getEnvironmentList()));
    }

    private static Map<String, String> texts(List<NamedText> wire) {
        Map<String, String> texts = new LinkedHashMap<>();
        wire.forEach(each -> texts.put(each.getName(), each.getText()));
        return texts;
    }
}
