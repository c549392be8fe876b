package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicBoolean;
import org.evenkeel.wire.proto.ProfileTaken;
import org.evenkeel.wire.proto.ProfiledStack;
import org.junit.jupiter.api.Test;

class ProfileTakerTest {
    private static final BigInteger MODULUS =
            BigInteger.ONE.shiftLeft(521).subtract(BigInteger.ONE);

    @SuppressWarnings("unused") // keeps what is computed from being left out
    private static volatile long sink;

    private static void computes(AtomicBoolean over) {
        long x = 1;
        while (!over.get()) {
            for (int i = 0; i < 100_000; i++) {
                x = x * 31 + i;
            }
        }
        sink = x;
    }

    /** Frames of this package are left out, as those of the worker; the ones of Java are not. */
    private static void computesForTheWorker(AtomicBoolean over) {
        BigInteger x = BigInteger.TEN.pow(200);
        while (!over.get()) {
            x = x.modPow(x, MODULUS).add(BigInteger.TWO);
        }
        sink = x.intValue();
    }

    private static ProfiledStack with(ProfileTaken.Builder taken, String frame) {
        return taken.getStacksList().stream()
                .filter(stack -> stack.getFrames().contains(frame))
                .findFirst()
                .orElseThrow(() -> new AssertionError(frame + " is not in " + taken));
    }

    @Test
    void threadsThatComputeAreSampledVirtualOnesTooAndTheWorkersOwnAreNot() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread task = Thread.ofVirtual().name("evenkeel-runner").start(() -> computes(over));
        Thread own =
                Thread.ofPlatform().name("evenkeel-own").start(() -> computesForTheWorker(over));
        Thread reader = Thread.ofPlatform().name("main").start(() -> computesForTheWorker(over));
        try {
            ProfileTaken.Builder taken = ProfileTaker.taken(1_500, reader.threadId());
            assertThat(taken.getWhy()).isEmpty();
            ProfiledStack computed = with(taken, "ProfileTakerTest.computes");
            assertThat(computed.getSamples()).isPositive();
            assertThat(computed.getFrames())
                    .as("the outermost first")
                    .endsWith("ProfileTakerTest.computes")
                    .doesNotContain("VirtualThread");
            assertThat(taken.toString()).doesNotContain("java.math");
        } finally {
            over.set(true);
            task.join();
            own.join();
            reader.join();
        }
    }
}
