package org.evenkeel.keepers;

import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.ReadIndexRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.jspecify.annotations.Nullable;

/** Who a message between keepers says it is from. */
final class Requestor {

    private Requestor() {}

    /** Null for messages that are not between keepers: a client's. */
    static @Nullable String of(Object message) {
        RaftRpcRequestProto request =
                switch (message) {
                    case AppendEntriesRequestProto one -> one.getServerRequest();
                    case InstallSnapshotRequestProto one -> one.getServerRequest();
                    case ReadIndexRequestProto one -> one.getServerRequest();
                    case RequestVoteRequestProto one -> one.getServerRequest();
                    case StartLeaderElectionRequestProto one -> one.getServerRequest();
                    default -> null;
                };
        return request == null ? null : request.getRequestorId().toStringUtf8();
    }
}
