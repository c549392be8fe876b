package org.evenkeel.keepers;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.ratis.thirdparty.io.grpc.EquivalentAddressGroup;
import org.apache.ratis.thirdparty.io.grpc.NameResolver;
import org.apache.ratis.thirdparty.io.grpc.NameResolverProvider;
import org.apache.ratis.thirdparty.io.grpc.NameResolverRegistry;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.StatusOr;
import org.jspecify.annotations.Nullable;

/**
 * Tells gRPC where a keeper is, and that the name to be found in the certificate is that of its
 * node: gRPC hands it to {@link PeerTrust} with the connection.
 */
final class PeerResolver extends NameResolverProvider {

    private static final int USUAL_PRIORITY = 5;

    /** To be called once. */
    static void register() {
        NameResolverRegistry.getDefaultRegistry().register(new PeerResolver());
    }

    @Override
    protected boolean isAvailable() {
        return true;
    }

    @Override
    protected int priority() {
        return USUAL_PRIORITY;
    }

    @Override
    public String getDefaultScheme() {
        return Peers.SCHEME;
    }

    @Override
    public @Nullable NameResolver newNameResolver(URI target, NameResolver.Args args) {
        return Peers.SCHEME.equals(target.getScheme()) ? new OfOne(target, args) : null;
    }

    private static final class OfOne extends NameResolver {
        private final URI target;
        private final NameResolver.Args args;
        private @Nullable Listener2 listener;

        OfOne(URI target, NameResolver.Args args) {
            this.target = target;
            this.args = args;
        }

        @Override
        public String getServiceAuthority() {
            return Peers.node(target);
        }

        @Override
        public void start(Listener2 listener) {
            this.listener = listener;
            refresh();
        }

        @Override
        public void refresh() {
            Listener2 told = listener;
            if (told != null) {
                Executor executor = args.getOffloadExecutor();
                Executor used = executor == null ? Runnable::run : executor;
                used.execute(() -> resolve(told));
            }
        }

        private void resolve(Listener2 told) {
            try {
                List<SocketAddress> addresses =
                        Arrays.stream(InetAddress.getAllByName(Peers.host(target)))
                                .<SocketAddress>map(
                                        one -> new InetSocketAddress(one, target.getPort()))
                                .toList();
                told.onResult(
                        ResolutionResult.newBuilder()
                                .setAddressesOrError(
                                        StatusOr.fromValue(
                                                List.of(new EquivalentAddressGroup(addresses))))
                                .build());
            } catch (UnknownHostException e) {
                told.onError(
                        Status.UNAVAILABLE
                                .withDescription("no address of " + Peers.host(target))
                                .withCause(e));
            }
        }

        @Override
        public void shutdown() {
            listener = null;
        }
    }
}
