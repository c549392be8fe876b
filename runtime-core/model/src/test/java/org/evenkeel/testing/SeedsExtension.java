package org.evenkeel.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Runs a test once per seed; see {@link Seeds}. */
final class SeedsExtension implements TestTemplateInvocationContextProvider {

    private static final String ONE = "evenkeel.seed";
    private static final String COUNT = "evenkeel.seeds";

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return context.getRequiredTestMethod().isAnnotationPresent(Seeds.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
            ExtensionContext context) {
        Seeds said = context.getRequiredTestMethod().getAnnotation(Seeds.class);
        boolean longForm = Boolean.getBoolean("evenkeel.long");
        int usual = Math.max(said.value(), longForm ? said.inLongForm() : 0);
        Long one = Long.getLong(ONE);
        LongStream seeds =
                one != null
                        ? LongStream.of(one)
                        : LongStream.rangeClosed(1, Integer.getInteger(COUNT, usual));
        return seeds.mapToObj(SeededRun::new);
    }

    private record SeededRun(long seed)
            implements TestTemplateInvocationContext,
                    ParameterResolver,
                    AfterTestExecutionCallback {

        @Override
        public String getDisplayName(int index) {
            return "seed " + seed;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == long.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return seed;
        }

        @Override
        public void afterTestExecution(ExtensionContext context) {
            if (context.getExecutionException().isPresent()) {
                System.err.printf(
                        "seed %d failed; again: ./mvnw -pl %s -am test -Dsurefire.failIfNoSpecifiedTests=false -Dtest=%s#%s -D%s=%d%n",
                        seed,
                        module(),
                        context.getRequiredTestClass().getSimpleName(),
                        context.getRequiredTestMethod().getName(),
                        ONE,
                        seed);
            }
        }

        /** Of this test, as Maven's {@code -pl} takes it. */
        private static Path module() {
            Path here = Path.of("").toAbsolutePath();
            for (Path root = here.getParent(); root != null; root = root.getParent()) {
                if (Files.exists(root.resolve("mvnw"))) {
                    return root.relativize(here);
                }
            }
            return here;
        }
    }
}
