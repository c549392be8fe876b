package org.evenkeel.keepers;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.rpc.CallId;
import org.apache.ratis.server.RaftServer;

/**
 * Waits until this keeper's copy has all entries that were in the log when the wait began: the
 * keeper asks the leader how far the log goes, and the leader asks a majority whether it still is
 * the leader (section 6.4 of Ongaro's thesis on Raft).
 */
record LinearizableRead(KeeperServer server, ClientId client) {

    /**
     * Returns when the copy has them.
     *
     * @throws IOException if that is not so before the deadline
     */
    void await(Deadline deadline) throws IOException, InterruptedException {
        if (!deadline.await(() -> succeeds(deadline))) {
            throw new IOException(deadline.lastFailure().orElse("there is no leader"));
        }
    }

    private boolean succeeds(Deadline deadline) {
        try {
            RaftClientReply reply = ask(deadline);
            deadline.failed(reply.getException());
            return reply.isSuccess();
        } catch (ExecutionException | TimeoutException | IOException e) {
            deadline.failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the next pause ends the wait
        }
        return false;
    }

    private RaftClientReply ask(Deadline deadline)
            throws IOException, ExecutionException, InterruptedException, TimeoutException {
        RaftServer raft = server.server();
        RaftClientRequest request =
                RaftClientRequest.newBuilder()
                        .setClientId(client)
                        .setServerId(raft.getId())
                        .setGroupId(server.group())
                        .setCallId(CallId.getAndIncrement())
                        .setMessage(Message.EMPTY)
                        .setType(RaftClientRequest.readRequestType())
                        .build();
        return raft.submitClientRequestAsync(request)
                .get(deadline.leftMillis(), TimeUnit.MILLISECONDS);
    }
}
