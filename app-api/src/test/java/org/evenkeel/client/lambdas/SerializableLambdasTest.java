package org.evenkeel.client.lambdas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.api.PayloadException;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.samples.PlainHomes;
import org.evenkeel.samples.PlainLambdas;
import org.evenkeel.samples.Samples;
import org.evenkeel.samples.Work;
import org.junit.jupiter.api.Test;

/** Lambdas of classes that the agent has changed travel to a JVM whose classes it has not. */
class SerializableLambdasTest {

    private final SampleLoader changed = new SampleLoader(true);
    private final SampleLoader asCompiled = new SampleLoader(false);

    @SuppressWarnings("unchecked")
    private static List<Object> lambdas(SampleLoader loader) throws Exception {
        Class<?> type = loader.loadClass(PlainLambdas.class.getName());
        Object made = type.getDeclaredConstructor().newInstance();
        return (List<Object>) type.getMethod("all").invoke(made);
    }

    private static Object results(List<Object> lambdas) throws Exception {
        return PlainLambdas.results(lambdas);
    }

    private static Object copy(Object value, SampleLoader from, SampleLoader to) {
        byte[] bytes = new PayloadCodec(from).encode(value).toArray();
        return new PayloadCodec(to).decode(bytes, 0, bytes.length, null);
    }

    @Test
    void lambdasDoTheSameAndAreSerializable() throws Exception {
        assertThat(lambdas(asCompiled)).noneMatch(Serializable.class::isInstance);
        assertThat(lambdas(changed)).allMatch(Serializable.class::isInstance);
        assertThat(results(lambdas(changed)))
                .isEqualTo(results(lambdas(asCompiled)))
                .isEqualTo(
                        List.of(
                                1,
                                "word2" + (1L << 40),
                                10,
                                105,
                                "hello",
                                List.of(),
                                2,
                                4,
                                7L,
                                1,
                                4,
                                "TEXT",
                                "a1word"));
    }

    @Test
    void lambdasTravelToClassesAsTheyWereCompiled() throws Exception {
        List<Object> sent = lambdas(changed);
        List<Object> received = new ArrayList<>();
        for (Object lambda : sent) {
            received.add(copy(lambda, changed, asCompiled));
        }
        assertThat(results(received)).isEqualTo(results(sent));
        assertThat(received).allMatch(Serializable.class::isInstance);
    }

    private static Object ofHomes(SampleLoader loader, String method) throws Exception {
        return loader.loadClass(PlainHomes.class.getName()).getMethod(method).invoke(null);
    }

    /** Whether objects of the class could travel does not matter. */
    @Test
    void lambdasTravelFromClassesOfAllSorts() throws Exception {
        List<Object> received = new ArrayList<>();
        for (Object lambda : (List<?>) ofHomes(changed, "all")) {
            received.add(copy(lambda, changed, asCompiled));
        }
        assertThat(results(received))
                .isEqualTo(
                        List.of(
                                "I am point 7",
                                "static",
                                "x is 7",
                                "abstract 3",
                                "thread pool",
                                "sort PLAIN",
                                "larger b"));
    }

    @Test
    void lambdaWhoseClassAPayloadCannotNameIsRefused() throws Exception {
        Object lambda = ofHomes(changed, "refused");
        PayloadCodec codec = new PayloadCodec(changed);
        assertThatThrownBy(() -> codec.encode(lambda))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("PlainHomes$Failure")
                .hasMessageContaining("write it in another class");
    }

    /** Each call is linked once, whatever it captured. */
    @Test
    void lambdasOfOneCallHaveOneClass() throws Exception {
        Object lambda = lambdas(changed).get(1);
        assertThat(copy(lambda, changed, asCompiled).getClass())
                .isSameAs(copy(lambda, changed, asCompiled).getClass());
    }

    @Test
    void lambdasThatTheCompilerPreparedTravelAsBefore() throws Exception {
        Class<?> type = changed.loadClass(Samples.class.getName());
        Method reference = type.getMethod("reference", String.class);
        assertThat(results(List.of(copy(reference.invoke(null, "four"), changed, asCompiled))))
                .isEqualTo(List.of(4));
    }

    @Test
    void earlierReadersGetOnlyWhatTheCompilerPrepared() throws Exception {
        PayloadCodec codec = new PayloadCodec(changed);
        Object lambda = lambdas(changed).getFirst();
        Object prepared =
                changed.loadClass(Samples.class.getName())
                        .getMethod("reference", String.class)
                        .invoke(null, "four");
        codec.setEarlierReaders(true);
        assertThatThrownBy(() -> codec.encode(lambda))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("only the Java agent made serializable")
                .hasMessageContaining("update it");
        assertThat(codec.encode(prepared).size()).isPositive();
        codec.setEarlierReaders(false);
        assertThat(codec.encode(lambda).size()).isPositive();
    }

    @Test
    void lambdaThatItsClassDoesNotHaveIsNotMade() throws Exception {
        Class<?> home = asCompiled.loadClass(PlainLambdas.class.getName());
        SerializedLambda forged =
                new SerializedLambda(
                        home,
                        "java/util/function/Function",
                        "apply",
                        "(Ljava/lang/Object;)Ljava/lang/Object;",
                        6,
                        "java/lang/System",
                        "getProperty",
                        "(Ljava/lang/String;)Ljava/lang/String;",
                        "(Ljava/lang/String;)Ljava/lang/String;",
                        new Object[0]);
        assertThatThrownBy(() -> LambdaMaker.make(home, forged))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no such lambda");
    }

    @Test
    void lambdaMadeInsideTheJdkIsRefused() throws Exception {
        Object composed = java.util.function.Function.<String>identity().andThen(text -> text);
        PayloadCodec codec = new PayloadCodec(changed);
        assertThatThrownBy(() -> codec.encode(composed))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("a lambda made inside the JDK");
    }

    @Test
    void classWithoutLambdasIsLeftAsItIs() throws Exception {
        assertThat(SerializableLambdas.of(SampleLoader.classFile(Work.Square.class.getName())))
                .isNull();
    }

    /** A second pass finds nothing to do. */
    @Test
    void changedClassIsLeftAsItIs() throws Exception {
        byte[] once = SerializableLambdas.of(SampleLoader.classFile(PlainLambdas.class.getName()));
        assertThat(once).isNotNull();
        assertThat(SerializableLambdas.of(once)).isNull();
    }

    @Test
    void damagedClassFilesAreRefused() throws Exception {
        byte[] whole = SampleLoader.classFile(PlainLambdas.class.getName());
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> SerializableLambdas.of(part))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void optionsOfTheAgentAreChecked() {
        assertThat(LambdaAgent.excluded(null)).isEmpty();
        assertThat(LambdaAgent.excluded("exclude=com.acme.,org.lib.Odd"))
                .containsExactly("com/acme/", "org/lib/Odd");
        assertThatThrownBy(() -> LambdaAgent.excluded("include=x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"include=x\"")
                .hasMessageContaining("exclude=PREFIX");
    }
}
