package org.evenkeel.daemon.identity;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.JoinToken;

/**
 * A file for each token, named by its id. One that is over keeps its file for a while under another
 * ending, so that the log can tell why it is refused. Used under the authority's lock.
 */
record TokenFiles(Path directory) {
    /** What became of a token, by the ending of its file. */
    enum State {
        OPEN(""),
        USED(".used"),
        REVOKED(".revoked");

        private final String ending;

        State(String ending) {
            this.ending = ending;
        }
    }

    /** One file that is there. */
    record Found(Path file, String id, State state) {}

    /** Writes a new one; durable on return. */
    void create(OpenToken token, byte[] secretHash) throws IOException {
        PrivateFiles.createDirectories(directory);
        SecretFile.write(
                file(token.id(), State.OPEN),
                token.line(secretHash).getBytes(StandardCharsets.US_ASCII));
    }

    /** What became of it; empty for one that was never there, or too long ago. */
    Optional<State> state(String id) {
        return Stream.of(State.values()).filter(state -> Files.exists(file(id, state))).findFirst();
    }

    /** An open token, or one that is over. */
    OpenToken.Stored read(String id, State state) throws IOException, IdentityException {
        byte[] content = SecretFile.read(file(id, state), OpenToken.MAX_BYTES);
        return OpenToken.parse(id, new String(content, StandardCharsets.US_ASCII));
    }

    /**
     * Ends an open token; durable on return. Of several who try it one succeeds.
     *
     * @return whether it was open
     */
    boolean end(String id, State state) throws IOException {
        try {
            Files.move(file(id, State.OPEN), file(id, state), StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            return false;
        }
        PrivateFiles.forceDirectory(directory);
        return true;
    }

    void delete(Found found) throws IOException {
        Files.deleteIfExists(found.file());
    }

    /** All there are; files of any other name are passed over. */
    List<Found> all() throws IOException {
        List<Found> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                find(file).ifPresent(all::add);
            }
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return all;
    }

    private static Optional<Found> find(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.indexOf('.');
        String id = dot < 0 ? name : name.substring(0, dot);
        String ending = dot < 0 ? "" : name.substring(dot);
        return Stream.of(State.values())
                .filter(state -> state.ending.equals(ending) && JoinToken.isId(id))
                .map(state -> new Found(file, id, state))
                .findFirst();
    }

    private Path file(String id, State state) {
        if (!JoinToken.isId(id)) {
            throw new IllegalArgumentException("not a token id");
        }
        return directory.resolve(id + state.ending);
    }
}
