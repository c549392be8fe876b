package org.evenkeel.client.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.FileReply.Sort;
import org.evenkeel.client.files.FileRequest.Op;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A directory is served, and nothing outside of it. */
@Timeout(120)
class ClientFolderTest {

    private static final int WRITES = FileRequest.WRITE | FileRequest.CREATE;

    @TempDir Path machine;
    private Path root;
    private Path secret;
    private ClientFolder home;

    @BeforeEach
    void open() throws IOException {
        root = Files.createDirectories(machine.resolve("served"));
        secret = Files.writeString(machine.resolve("secret"), "secret");
        Files.createDirectories(root.resolve("a/b"));
        Files.writeString(root.resolve("a/text"), "0123456789");
        home = new ClientFolder(root);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private FileReply read(String path) {
        return home.answer(FileRequest.read(path, 0, 100));
    }

    private String text(String path) {
        FileReply reply = read(path);
        assertThat(reply.problem()).as(reply.why()).isEqualTo(Problem.NONE);
        return new String(reply.content(), StandardCharsets.US_ASCII);
    }

    // ---- What it does

    @Test
    void readsAndWritesAtPositions() {
        FileReply middle = home.answer(FileRequest.read("/a/text", 3, 4));
        assertThat(middle.content()).isEqualTo(bytes("3456"));
        assertThat(middle.more()).isTrue();
        assertThat(home.answer(FileRequest.read("/a/text", 8, 100)).content())
                .isEqualTo(bytes("89"));
        FileReply behind = home.answer(FileRequest.read("/a/text", 1_000, 100));
        assertThat(behind.content()).isEmpty();
        assertThat(behind.more()).isFalse();
        for (int again = 0; again < 2; again++) {
            assertThat(home.answer(FileRequest.write("/a/text", 8, bytes("xyz"))))
                    .isEqualTo(FileReply.DONE);
            assertThat(text("/a/text")).isEqualTo("01234567xyz");
        }
        home.answer(FileRequest.cut("/a/text", 2));
        assertThat(text("/a/text")).isEqualTo("01");
    }

    @Test
    void opensAsItIsTold() {
        FileReply facts = home.answer(FileRequest.open("/a/text", FileRequest.READ));
        assertThat(facts.size()).isEqualTo(10);
        assertThat(facts.sort()).isEqualTo(Sort.FILE);
        assertThat(problem(FileRequest.open("/a/none", FileRequest.READ)))
                .isEqualTo(Problem.NO_SUCH_FILE);
        assertThat(problem(FileRequest.open("/a/none", FileRequest.WRITE)))
                .isEqualTo(Problem.NO_SUCH_FILE);
        assertThat(problem(FileRequest.open("/a", FileRequest.READ))).isEqualTo(Problem.NO_FILE);
        assertThat(problem(FileRequest.open("/a/new", WRITES))).isEqualTo(Problem.NONE);
        assertThat(root.resolve("a/new")).isEmptyFile();
        assertThat(problem(FileRequest.open("/a/new", WRITES | FileRequest.CREATE_NEW)))
                .isEqualTo(Problem.EXISTS);
        home.answer(FileRequest.open("/a/text", WRITES));
        assertThat(text("/a/text")).as("only opened").hasSize(10);
        home.answer(FileRequest.open("/a/text", WRITES | FileRequest.TRUNCATE));
        assertThat(text("/a/text")).isEmpty();
    }

    private Problem problem(FileRequest question) {
        return home.answer(question).problem();
    }

    @Test
    void makesMovesListsAndDeletes() throws IOException {
        assertThat(problem(FileRequest.of(Op.MAKE_DIRECTORY, "/c"))).isEqualTo(Problem.NONE);
        assertThat(problem(FileRequest.of(Op.MAKE_DIRECTORY, "/c"))).isEqualTo(Problem.EXISTS);
        assertThat(problem(FileRequest.of(Op.MAKE_DIRECTORY, "/"))).isEqualTo(Problem.EXISTS);
        assertThat(problem(FileRequest.move("/a/text", "/c/moved", false))).isEqualTo(Problem.NONE);
        Files.writeString(root.resolve("other"), "other");
        assertThat(problem(FileRequest.move("/other", "/c/moved", false)))
                .isEqualTo(Problem.EXISTS);
        assertThat(problem(FileRequest.move("/other", "/c/moved", true))).isEqualTo(Problem.NONE);
        assertThat(text("/c/moved")).isEqualTo("other");
        assertThat(problem(FileRequest.of(Op.DELETE, "/c"))).isEqualTo(Problem.NOT_EMPTY);
        assertThat(problem(FileRequest.of(Op.DELETE, "/c/moved"))).isEqualTo(Problem.NONE);
        assertThat(problem(FileRequest.of(Op.DELETE, "/c/moved"))).isEqualTo(Problem.NO_SUCH_FILE);
        assertThat(home.answer(FileRequest.list("/", "")).names()).containsExactly("a", "c");
        assertThat(problem(FileRequest.list("/a/none", ""))).isEqualTo(Problem.NO_SUCH_FILE);
    }

    @Test
    void longListsComeInPieces() throws IOException {
        List<String> made = new ArrayList<>();
        for (int i = 10_000; i < 12_500; i++) {
            made.add("f" + i);
            Files.createFile(root.resolve("a/b/f" + i));
        }
        List<String> heard = new ArrayList<>();
        FileReply page = home.answer(FileRequest.list("/a/b", ""));
        for (heard.addAll(page.names()); page.more(); heard.addAll(page.names())) {
            page = home.answer(FileRequest.list("/a/b", heard.getLast()));
            assertThat(page.names()).hasSizeLessThanOrEqualTo(FileReply.MAX_NAMES);
        }
        assertThat(heard).isEqualTo(made);
    }

    // ---- What it does not

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../secret",
                "/a/../../secret",
                "/a/b/../../../secret",
                "/..",
                "..",
                "secret",
                "",
                "/a/\0",
                "a/text"
            })
    void namesDoNotLeadOut(String path) throws IOException {
        for (Op op : Op.values()) {
            FileRequest question = new FileRequest(op, path, path, 0, 100, bytes("x"), WRITES);
            assertThat(problem(question))
                    .as("%s of %s", op, path)
                    .isIn(Problem.OUTSIDE, op == Op.OUT || op == Op.ERR ? Problem.OTHER : null);
        }
        assertThat(secret).hasContent("secret");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"OUT", "ERR", "DELETE", "MOVE"})
    void linksDoNotLeadOut(Op op) throws IOException {
        Files.createSymbolicLink(root.resolve("up"), machine);
        Files.createSymbolicLink(root.resolve("absolute"), secret.toAbsolutePath());
        Files.createSymbolicLink(root.resolve("relative"), Path.of("..", "secret"));
        Files.createSymbolicLink(root.resolve("a/twice"), Path.of("..", "absolute"));
        for (String path : List.of("/up/secret", "/absolute", "/relative", "/a/twice", "/up")) {
            FileRequest question = new FileRequest(op, path, path, 0, 100, bytes("x"), WRITES);
            assertThat(problem(question))
                    .as("%s of %s", op, path)
                    .isIn(Problem.OUTSIDE, op == Op.MAKE_DIRECTORY ? Problem.OUTSIDE : null);
        }
        assertThat(secret).hasContent("secret");
    }

    @Test
    void whatALinkNamesIsNotMovedOrDeleted() throws IOException {
        Path inner = Files.createDirectories(machine.resolve("elsewhere"));
        Files.writeString(inner.resolve("kept"), "kept");
        Files.createSymbolicLink(root.resolve("out"), inner);
        assertThat(problem(FileRequest.of(Op.DELETE, "/out/kept"))).isEqualTo(Problem.OUTSIDE);
        assertThat(problem(FileRequest.move("/out/kept", "/mine", true)))
                .isEqualTo(Problem.OUTSIDE);
        assertThat(problem(FileRequest.move("/a/text", "/out/text", true)))
                .isEqualTo(Problem.OUTSIDE);
        assertThat(problem(FileRequest.of(Op.DELETE, "/out"))).isEqualTo(Problem.NONE);
        assertThat(inner.resolve("kept")).hasContent("kept");
        assertThat(problem(FileRequest.of(Op.DELETE, "/"))).isEqualTo(Problem.OUTSIDE);
    }

    @Test
    void linksToNothingAreNotFilledAndThoseInsideAreFollowed() throws IOException {
        Files.createSymbolicLink(root.resolve("nothing"), machine.resolve("made"));
        assertThat(problem(FileRequest.open("/nothing", WRITES))).isNotEqualTo(Problem.NONE);
        assertThat(machine.resolve("made")).doesNotExist();
        Files.createSymbolicLink(root.resolve("inside"), Path.of("a", "text"));
        assertThat(text("/inside")).isEqualTo("0123456789");
        home.answer(FileRequest.write("/inside", 0, bytes("X")));
        assertThat(root.resolve("a/text")).hasContent("X123456789");
        Files.createSymbolicLink(root.resolve("round"), Path.of("round"));
        assertThat(problem(FileRequest.open("/round", WRITES))).isNotEqualTo(Problem.NONE);
    }

    /** Somebody else who may write there puts a link where a directory was. */
    @Test
    void aLinkThatComesBetweenTheLookAndTheUseLeadsNowhere() throws Exception {
        Path elsewhere = Files.createDirectories(machine.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("text"), "secret");
        Path real = root.toRealPath();
        Path looked = real.resolve("a/text");
        try (PinnedEntry before = PinnedEntry.at(real, looked);
                PinnedEntry to = PinnedEntry.at(real, real.resolve("a/moved"))) {
            Files.move(root.resolve("a"), root.resolve("real"));
            Files.createSymbolicLink(root.resolve("a"), elsewhere);
            assertThat(before.attributes().size()).as("where it was").isEqualTo(10);
            before.channel(Set.of(StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING))
                    .close();
            assertThat(root.resolve("real/text")).isEmptyFile();
            before.move(to, true);
            assertThat(root.resolve("real/moved")).isEmptyFile();
            to.delete();
            assertThat(root.resolve("real/moved")).doesNotExist();
        }
        assertThatThrownBy(() -> PinnedEntry.at(real, looked)).isInstanceOf(IOException.class);
        assertThat(elsewhere.resolve("text")).hasContent("secret");
    }

    @Test
    void aPipeIsNotOpened() throws Exception {
        Path pipe = root.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        assertThat(problem(FileRequest.open("/pipe", FileRequest.READ)))
                .as("it would wait for ever")
                .isEqualTo(Problem.NO_FILE);
        assertThat(read("/pipe").problem()).isEqualTo(Problem.NO_FILE);
        assertThat(problem(FileRequest.list("/pipe", ""))).isEqualTo(Problem.NO_DIRECTORY);
    }
}
