package org.evenkeel.daemon.spot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Notices of each provider, from a server that speaks as the provider does, and as it does not. */
@Timeout(120)
class SpotNoticesTest {
    private static final String TOKEN = "/latest/api/token";
    private static final String ACTION = "/latest/meta-data/spot/instance-action";
    private static final String REBALANCE = "/latest/meta-data/events/recommendations/rebalance";
    private static final String PREEMPTED = "/computeMetadata/v1/instance/preempted";
    private static final String EVENTS = "/metadata/scheduledevents";
    private static final String NAME = "/metadata/instance/compute/name";
    private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");
    private static final InstantSource CLOCK = InstantSource.fixed(NOW);

    private ProviderServer provider;
    private MetadataServer server;

    @BeforeEach
    void open() throws IOException {
        provider = new ProviderServer();
        server = new MetadataServer(provider.address());
    }

    @AfterEach
    void close() {
        server.close();
        provider.close();
    }

    // ---- AWS

    private AwsNotices aws(boolean leavesEarly) {
        provider.answer(
                TOKEN,
                exchange -> {
                    boolean asked =
                            exchange.getRequestMethod().equals("PUT")
                                    && exchange.getRequestHeaders()
                                            .containsKey("X-aws-ec2-metadata-token-ttl-seconds");
                    ProviderServer.send(exchange, asked ? 200 : 400, "secret==");
                });
        return new AwsNotices(server, CLOCK, leavesEarly);
    }

    private void answerToToken(String path, String text) {
        provider.answer(
                path,
                exchange -> {
                    String token =
                            exchange.getRequestHeaders().getFirst("X-aws-ec2-metadata-token");
                    boolean known = "secret==".equals(token);
                    ProviderServer.send(exchange, known ? 200 : 401, known ? text : "");
                });
    }

    @Test
    void awsSaysWhenAndHowItTakesTheMachineAway() throws Exception {
        AwsNotices aws = aws(false);
        assertThat(aws.ask()).isEmpty();
        answerToToken(ACTION, "{\"action\": \"terminate\", \"time\": \"2026-11-26T12:01:30Z\"}");
        assertThat(aws.ask())
                .contains(
                        new SpotNotice(
                                "AWS takes this machine away (terminate)", NOW.plusSeconds(90)));
        assertThat(provider.asked).as("one token for all").containsOnlyOnce("PUT " + TOKEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"action\": \"terminate\"}",
                "{\"action\": \"terminate\", \"time\": \"soon\"}",
                "{\"action\": \"terminate\", \"time\": \"2036-11-26T12:00:00Z\"}"
            })
    void withoutATimeThatCanBeTrueAwsGivesTwoMinutes(String action) throws Exception {
        AwsNotices aws = aws(false);
        answerToToken(ACTION, action);
        assertThat(aws.ask().map(SpotNotice::deadline)).contains(NOW.plusSeconds(120));
    }

    @Test
    void aRecommendationCountsOnlyWhereThatIsConfigured() throws Exception {
        answerToToken(REBALANCE, "{\"noticeTime\": \"2026-11-26T11:59:00Z\"}");
        assertThat(aws(false).ask()).isEmpty();
        assertThat(aws(true).ask().map(SpotNotice::deadline)).contains(NOW.plusSeconds(300));
    }

    @Test
    void aTokenThatIsRefusedIsRenewed() throws Exception {
        AwsNotices aws = aws(false);
        aws.ask();
        provider.answer(ACTION, exchange -> ProviderServer.send(exchange, 401, ""));
        assertThatThrownBy(aws::ask).isInstanceOf(IOException.class).hasMessageContaining("401");
        answerToToken(ACTION, "{\"action\": \"stop\", \"time\": \"2026-11-26T12:01:30Z\"}");
        assertThat(aws.ask()).isPresent();
        assertThat(provider.asked.stream().filter(("PUT " + TOKEN)::equals)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "\u001b[2J", "long"})
    void whatIsNoTokenIsNotSent(String token) {
        AwsNotices aws = new AwsNotices(server, CLOCK, false);
        provider.answer(TOKEN, token.equals("long") ? "x".repeat(2_000) : token);
        assertThatThrownBy(aws::ask)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("was not answered with a token");
    }

    // ---- Google

    /** Holds back its answer while the value has the tag that is named, as Google does. */
    private void preempted(String value, String flavor) {
        String tag = "tag" + value.length();
        provider.answer(
                PREEMPTED,
                exchange -> {
                    boolean asked =
                            "Google"
                                    .equals(
                                            exchange.getRequestHeaders()
                                                    .getFirst("Metadata-Flavor"));
                    String query = String.valueOf(exchange.getRequestURI().getQuery());
                    if (query.contains("wait_for_change=true") && query.contains("=" + tag + "&")) {
                        Thread.sleep(1_000);
                    }
                    exchange.getResponseHeaders().add("Metadata-Flavor", flavor);
                    exchange.getResponseHeaders().add("ETag", tag);
                    ProviderServer.send(exchange, asked ? 200 : 403, value);
                });
    }

    @Test
    void googleGivesHalfAMinute() throws Exception {
        GoogleNotices google = new GoogleNotices(server, CLOCK, Duration.ofSeconds(1));
        preempted("FALSE", "Google");
        assertThat(google.ask()).isEmpty();
        assertThat(google.ask()).isEmpty();
        preempted("TRUE", "Google");
        assertThat(google.ask())
                .contains(
                        new SpotNotice(
                                "Google takes this machine away (preempted)", NOW.plusSeconds(30)));
        String held = "?wait_for_change=true&last_etag=tag5&timeout_sec=1";
        assertThat(provider.asked)
                .as("at once, and then the answer may be late")
                .containsExactly(
                        "GET " + PREEMPTED, "GET " + PREEMPTED + held, "GET " + PREEMPTED + held);
    }

    /** The change may have been when no answer came. */
    @Test
    void afterAFailureTheTimeCountsFromTheLastAnswerThatSaidNo() throws Exception {
        Instant[] now = {NOW};
        GoogleNotices google = new GoogleNotices(server, () -> now[0], Duration.ofSeconds(1));
        preempted("FALSE", "Google");
        google.ask();
        now[0] = NOW.plusSeconds(20);
        preempted("perhaps", "Google");
        assertThatThrownBy(google::ask).isInstanceOf(IOException.class);
        preempted("TRUE", "Google");
        assertThat(google.ask().map(SpotNotice::deadline)).contains(NOW.plusSeconds(30));
    }

    @Test
    void aTagThatIsNoneIsNotSentBack() throws Exception {
        GoogleNotices google = new GoogleNotices(server, CLOCK, Duration.ofSeconds(1));
        provider.answer(
                PREEMPTED,
                exchange -> {
                    exchange.getResponseHeaders().add("Metadata-Flavor", "Google");
                    exchange.getResponseHeaders().add("ETag", "x&alt=json");
                    ProviderServer.send(exchange, 200, "FALSE");
                });
        google.ask();
        google.ask();
        assertThat(provider.asked).containsOnly("GET " + PREEMPTED);
    }

    @Test
    void anotherServersAnswerIsNotGoogles() {
        preempted("TRUE", "Acme");
        assertThatThrownBy(() -> new GoogleNotices(server, CLOCK).ask())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not Google's");
    }

    // ---- Azure

    private static String event(String type, String resource, String status, String notBefore) {
        return """
        {"EventId": "A", "EventType": "%s", "ResourceType": "VirtualMachine", "Resources": ["%s"],
         "EventStatus": "%s", "NotBefore": "%s", "EventSource": "Platform"}\
        """
                .formatted(type, resource, status, notBefore);
    }

    private Optional<SpotNotice> azure(String... events) throws Exception {
        provider.answer(
                NAME,
                exchange -> {
                    boolean asked =
                            "true".equals(exchange.getRequestHeaders().getFirst("Metadata"));
                    ProviderServer.send(exchange, asked ? 200 : 400, "vm1");
                });
        provider.answer(
                EVENTS,
                "{\"DocumentIncarnation\": 1, \"Events\": [%s]}"
                        .formatted(String.join(",", events)));
        return new AzureNotices(server, CLOCK).ask();
    }

    @Test
    void azureSaysWhichEventEndsWhichMachineAndWhen() throws Exception {
        assertThat(azure()).isEmpty();
        assertThat(azure(event("Freeze", "vm1", "Scheduled", "Thu, 26 Nov 2026 12:00:40 GMT")))
                .as("it continues")
                .isEmpty();
        assertThat(azure(event("Preempt", "vm2", "Scheduled", "Thu, 26 Nov 2026 12:00:40 GMT")))
                .as("another machine of the set")
                .isEmpty();
        assertThat(azure(event("Preempt", "vm1", "Scheduled", "Thu, 26 Nov 2026 12:00:40 GMT")))
                .contains(
                        new SpotNotice(
                                "Azure takes this machine away (Preempt)", NOW.plusSeconds(40)));
        assertThat(azure(event("Redeploy", "vm1", "Scheduled", "Mon, 30 Nov 2026 12:00:00 GMT")))
                .as("in four days: it may be taken back")
                .isEmpty();
        assertThat(azure(event("Preempt", "vm1", "Started", "")).map(SpotNotice::deadline))
                .as("it has begun")
                .contains(NOW.plusSeconds(10));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[]", "{}", "{\"Events\": 7}", "no JSON", "{\"Events\": [7, null, {}]}"})
    void whatAzureDoesNotSayIsAFailureOrNothing(String body) throws Exception {
        provider.answer(NAME, "vm1");
        provider.answer(EVENTS, body);
        AzureNotices azure = new AzureNotices(server, CLOCK);
        if (body.contains("null")) {
            assertThat(azure.ask()).isEmpty();
        } else {
            assertThatThrownBy(azure::ask).isInstanceOf(IOException.class);
        }
    }

    // ---- Any server

    private MetadataServer.Answer get(Duration limit) throws Exception {
        return server.get("/x", java.util.Map.of(), limit);
    }

    @Test
    void anAnswerWithoutEndIsNotRead() {
        provider.answer("/x", "x".repeat(MetadataServer.MAX_BYTES + 1));
        assertThatThrownBy(() -> get(MetadataServer.USUAL_LIMIT)).isInstanceOf(IOException.class);
    }

    @Test
    void anAnswerThatComesByDropsIsNotWaitedFor() {
        provider.answer(
                "/x",
                exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    for (int i = 0; i < 600; i++) {
                        exchange.getResponseBody().write('x');
                        exchange.getResponseBody().flush();
                        Thread.sleep(100);
                    }
                });
        assertThatThrownBy(() -> get(Duration.ofMillis(500)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("did not answer");
    }

    @Test
    void noRedirectIsFollowed() {
        provider.answer(
                "/x",
                exchange -> {
                    exchange.getResponseHeaders().add("Location", "/y");
                    ProviderServer.send(exchange, 302, "");
                });
        provider.answer("/y", "caught");
        assertThatThrownBy(() -> get(MetadataServer.USUAL_LIMIT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("302");
        assertThat(provider.asked).containsExactly("GET /x");
    }

    // ---- The watch

    @Test
    void theWatchAsksUntilThereIsANoticeWhateverFails() throws Exception {
        BlockingQueue<SpotNotice> told = new LinkedBlockingQueue<>();
        SpotSettings settings =
                new SpotSettings(SpotSettings.Provider.GOOGLE, provider.address(), false);
        try (SpotWatch _ = new SpotWatch(settings, CLOCK, Duration.ofMillis(20), told::add)) {
            preempted("\u001b]0;oops\u0007", "Google");
            while (provider.asked.size() < 3) {
                Thread.sleep(5);
            }
            assertThat(told).isEmpty();
            preempted("TRUE", "Google");
            assertThat(told.poll(60, TimeUnit.SECONDS)).isNotNull();
        }
    }
}
