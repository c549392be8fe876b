package org.evenkeel.lab.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** For tests: gives the figures it is told to give, and keeps what it was asked for. */
public final class KnownEngine implements MachineEmulator {
    private final Function<ClusterForm, MeasurementOutcome> figures;
    private final List<ClusterForm> forms = new ArrayList<>();
    private final List<Integer> times = new ArrayList<>();

    public KnownEngine(Function<ClusterForm, MeasurementOutcome> figures) {
        this.figures = figures;
    }

    @Override
    public String name() {
        return "known";
    }

    @Override
    public String emulation() {
        return "nothing is slowed";
    }

    @Override
    public MeasurementOutcome measure(
            ClusterForm form, MeasuredWork measuredWork, int given, Consumer<String> status)
            throws IOException {
        forms.add(form);
        times.add(given);
        try {
            return figures.apply(form);
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** The clusters it was asked for. */
    public List<ClusterForm> forms() {
        return forms;
    }

    /** How often each piece was to be computed. */
    public List<Integer> times() {
        return times;
    }
}
