package org.evenkeel.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The worker writes a failure's class and place into its summary; others read them there. */
class FailureCauseTest {
    private static final String CLASS = "java.lang.IllegalStateException";
    private static final String PLACE = "com.acme.Render.load(Render.java:42)";
    private static final StackTraceElement OWN =
            new StackTraceElement("com.acme.Render", "load", "Render.java", 42);

    private static StackTraceElement frame(String type) {
        return new StackTraceElement(type, "call", "X.java", 7);
    }

    @Test
    void summaryEndsWithThePlaceInTheProgramsOwnCode() {
        String summary =
                FailureCause.summary(
                        CLASS,
                        CLASS + ": no such file",
                        frame("java.util.ArrayList"),
                        frame("jdk.internal.Unsafe"),
                        frame("sun.nio.Channel"),
                        frame("org.evenkeel.api.TaskContext"),
                        OWN,
                        frame("com.acme.Main"));
        assertThat(summary).isEqualTo(CLASS + ": no such file at " + PLACE);
        assertThat(FailureCause.read(summary)).isEqualTo(new FailureCause(CLASS, PLACE));
    }

    @Test
    void placeIsLeftOutWhenNoFrameIsTheProgramsOwn() {
        String summary =
                FailureCause.summary(
                        CLASS,
                        CLASS + ": no",
                        frame("java.lang.Class"),
                        frame("org.evenkeel.worker.A"));
        assertThat(summary).isEqualTo(CLASS + ": no");
        assertThat(FailureCause.read(summary)).isEqualTo(new FailureCause(CLASS, ""));
        assertThat(FailureCause.summary(CLASS, CLASS)).isEqualTo(CLASS);
    }

    @Test
    void messageIsCutAndNotThePlace() {
        String summary = FailureCause.summary(CLASS, CLASS + ": " + "m".repeat(5_000), OWN);
        assertThat(summary).hasSize(Outcome.MAX_SUMMARY_LENGTH).endsWith("mm at " + PLACE);
        assertThat(FailureCause.read(summary)).isEqualTo(new FailureCause(CLASS, PLACE));
    }

    @Test
    void longNamesAreCut() {
        StackTraceElement frame =
                new StackTraceElement("com." + "x".repeat(2_000), "load", "Render.java", 42);
        String name = "com." + "y".repeat(2_000);
        String summary = FailureCause.summary(name, name, frame);
        assertThat(summary)
                .hasSize(Outcome.MAX_SUMMARY_LENGTH)
                .endsWith("xxx.load(Render.java:42)")
                .contains(" at …xxx");
        FailureCause cause = FailureCause.read(summary);
        assertThat(cause).isEqualTo(FailureCause.of(name, frame));
        assertThat(cause.exception()).hasSize(FailureCause.MAX_EXCEPTION);
        assertThat(cause.place()).hasSize(FailureCause.MAX_PLACE);
    }

    @Test
    void summaryBeginsWithTheClassWhateverTheExceptionSays() {
        assertThat(FailureCause.summary("com.acme.Busy", "Busy[code=3]", OWN))
                .isEqualTo("com.acme.Busy: Busy[code=3] at " + PLACE);
        assertThat(FailureCause.summary("com.acme.Busy", "com.acme.Busy[code=3]", OWN))
                .isEqualTo("com.acme.Busy: com.acme.Busy[code=3] at " + PLACE);
    }

    @Test
    void namesWithSpacesAreReadAsTheyWereWritten() {
        StackTraceElement kotlin =
                new StackTraceElement("com.acme.Render", "loads at once", "Render.kt", 4);
        String summary = FailureCause.summary(CLASS, CLASS, kotlin);
        assertThat(FailureCause.read(summary)).isEqualTo(FailureCause.of(CLASS, kotlin));
        assertThat(summary).endsWith(" at com.acme.Render.loads_at_once(Render.kt:4)");
    }

    @ParameterizedTest
    @CsvSource({
        "com.acme.Busy, com.acme.Busy",
        "'com.acme.Busy: ', com.acme.Busy",
        "com.acme.Outer$Busy: it is at home, com.acme.Outer$Busy",
        "Busy: failed at noon (or later), Busy",
        "com.acme.package-info: x, com.acme.package-info"
    })
    void classIsReadWithoutAPlace(String summary, String exception) {
        assertThat(FailureCause.read(summary)).isEqualTo(new FailureCause(exception, ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "its job's limit is 1 GiB",
                "its result could not be stored: java.io.IOException: disk full",
                "1: 2",
                "a..b: c",
                ".",
                " at a.b(c)",
                "3 workers died while running it"
            })
    void whatIsNoExceptionHasNoCause(String summary) {
        assertThat(FailureCause.read(summary)).isEqualTo(FailureCause.NONE);
    }
}
