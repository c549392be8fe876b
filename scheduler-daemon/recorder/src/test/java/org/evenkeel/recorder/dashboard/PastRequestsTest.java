package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.SampleStore;
import org.evenkeel.recorder.past.RecordedStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the dashboard serves of the past, of a cluster that has ended. */
class PastRequestsTest {

    @TempDir Path folder;

    private final ClusterWatch watch = new ClusterWatch(PastRequestsTest::refuse);
    private final HttpClient browser =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
    private RecordedStore store;
    private ClusterPages pages;
    private DashboardServer server;
    private String cookie;

    private static DaemonClient refuse() throws IOException {
        throw new IOException("no daemon is here");
    }

    @BeforeEach
    void open() throws Exception {
        store = new RecordedStore(folder.resolve("r"));
        pages = new ClusterPages(PastRequestsTest::refuse, store);
        server =
                DashboardServer.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), watch, pages);
        HttpResponse<String> admitted = send(URI.create(server.link()), "none=1");
        cookie = admitted.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
    }

    @AfterEach
    void close() {
        server.close();
        watch.close();
        browser.shutdownNow();
    }

    private HttpResponse<String> send(URI uri, String cookies) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri).header("Cookie", cookies).build();
        return browser.send(request, BodyHandlers.ofString());
    }

    private HttpResponse<String> ask(String path) throws Exception {
        return send(URI.create("http://127.0.0.1:" + server.port() + path), cookie);
    }

    private Map<String, Object> read(String path, double seconds) throws Exception {
        HttpResponse<String> answer = ask(path + "?at=" + SampleStore.millis(seconds));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.std.mapFrom(answer.body());
    }

    @Test
    void withoutARecordThereIsNone() throws Exception {
        assertThat(ask("/past").body()).isEqualTo("null");
        assertThat(ask("/past/cluster?at=1").statusCode()).isEqualTo(404);
        assertThat(ask("/past/jobs?at=1").statusCode()).isEqualTo(404);
        assertThat(send(URI.create("http://127.0.0.1:" + server.port() + "/past"), "no=1"))
                .extracting(HttpResponse::statusCode)
                .as("to a browser that was not admitted")
                .isEqualTo(403);
    }

    @Test
    void rangeHasTheGapsByName() throws Exception {
        SampleStore.write(store.directory());
        Map<String, Object> range = JSON.std.mapFrom(ask("/past").body());
        assertThat(((Number) range.get("from")).longValue()).isEqualTo(SampleStore.millis(0));
        assertThat(((Number) range.get("to")).longValue()).isEqualTo(SampleStore.millis(330));
        assertThat((List<?>) range.get("gaps")).hasSize(2);
        Map<?, ?> gap = (Map<?, ?>) ((List<?>) range.get("gaps")).getFirst();
        assertThat(((Number) gap.get("from")).longValue()).isEqualTo(SampleStore.millis(200));
        assertThat(((Number) gap.get("to")).longValue()).isEqualTo(SampleStore.millis(300));
        assertThat(gap.get("what")).asString().startsWith("no recorder ran");
        assertThat(gap.containsKey("node")).as("of all nodes").isFalse();
        Map<?, ?> last = (Map<?, ?>) ((List<?>) range.get("gaps")).getLast();
        assertThat(last.get("what")).isEqualTo("nothing was recorded since then");
        assertThat(last.containsKey("to")).isFalse();
    }

    @Test
    void eachPageIsAsItWas() throws Exception {
        SampleStore.write(store.directory());
        assertThat((List<?>) read("/past/cluster", 70).get("machines")).hasSize(2);
        assertThat((List<?>) read("/past/jobs", 400).get("jobs")).hasSize(1);
        Map<String, Object> job = read("/past/job/" + SampleStore.JOB, 100);
        assertThat(((Map<?, ?>) job.get("job")).get("open")).isEqualTo(1);
        assertThat(((Number) job.get("made")).longValue()).isEqualTo(SampleStore.millis(100));
        Map<String, Object> task = read("/past/task/" + SampleStore.SECOND, 100);
        assertThat(task).containsEntry("recorded", true).containsEntry("left", 0);
        assertThat((List<?>) task.get("steps")).hasSize(4);
        assertThat((List<?>) task.get("now"))
                .singleElement()
                .isEqualTo("Its last record by then, at n2: started (worker 1)");
        assertThat(ask("/past/job/" + SampleStore.JOB + "?at=1").statusCode()).isEqualTo(404);
    }

    @Test
    void machinesAreAsTheyWere() throws Exception {
        SampleStore.write(store.directory());
        Map<String, Object> all = read("/past/machines", 70);
        assertThat(all).containsEntry("recorded", true);
        assertThat((List<?>) all.get("machines"))
                .extracting("machine", "busy")
                .containsExactly(tuple("n1", 1), tuple("n2", 0));
        Map<String, Object> one = read("/past/machine/n1", 70);
        Map<?, ?> machine = (Map<?, ?>) one.get("machine");
        assertThat(machine.get("state")).isEqualTo("working");
        Map<?, ?> facts = (Map<?, ?>) machine.get("facts");
        assertThat(facts.get("address")).isEqualTo("127.0.0.1:7000");
        assertThat(facts.containsKey("upMillis")).as("is not recorded").isFalse();
        assertThat((List<?>) facts.get("links")).extracting("machine").containsExactly("n2");
        assertThat(((Map<?, ?>) one.get("day")).get("changes")).asString().contains("auto");
        Map<?, ?> silent = (Map<?, ?>) read("/past/machine/n2", 331).get("machine");
        assertThat(silent.get("state")).asString().startsWith("no answer");
        assertThat(((Number) silent.get("answered")).longValue())
                .isEqualTo(SampleStore.millis(190));
        for (String name : List.of("n9", "n1%27", "%27%20or%201=1--", "a%2Fb", "%E2%80%AEn1")) {
            HttpResponse<String> none =
                    ask("/past/machine/" + name + "?at=" + SampleStore.millis(70));
            assertThat(none.statusCode()).as(name).isEqualTo(404);
        }
    }

    /** It looks like a page of now: the nodes are gone, and the record is there. */
    @Test
    void whatNodesDoNotTellAnyMoreComesFromTheRecord() throws Exception {
        SampleStore.write(store.directory());
        assertThat(ask("/job/" + SampleStore.JOB).body()).contains("what a recorder has kept");
        assertThat(ask("/task/" + SampleStore.FIRST).body()).contains("result committed");
        assertThatThrownBy(() -> pages.job(new JobId(Ids.parse("3k7x0a9q2m4g0"))))
                .hasMessage("no daemon is here");
        assertThatThrownBy(() -> pages.task(TaskId.parse("3k7x0a9q2m4g0-1")))
                .hasMessage("no daemon is here");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/past/cluster",
                "/past/cluster?at=",
                "/past/cluster?at=-1",
                "/past/cluster?at=1e9",
                "/past/cluster?at=now",
                "/past/cluster?at=99999999999999999999",
                "/past/job/x'y?at=1",
                "/past/job/%27%20or%201=1?at=1",
                "/past/task/7?at=1",
                "/past/nothing?at=1",
                "/past/?at=1"
            })
    void whatMakesNoSenseIsRefused(String path) throws Exception {
        SampleStore.write(store.directory());
        assertThat(ask(path.replace("'", "%27")).statusCode()).isEqualTo(400);
    }
}
