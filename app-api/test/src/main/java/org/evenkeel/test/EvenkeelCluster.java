package org.evenkeel.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterExecutor;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test with a cluster, which its methods, its constructor and what it does before and after get
 * as a parameter of type {@link Cluster} or {@link ClusterExecutor}: on a class one for all of its
 * tests, on a method one for it alone.
 *
 * {@snippet :
 * @EvenkeelCluster(nodes = 3, workers = 2)
 * class SquareTest {
 *     @Test
 *     void threeSquaredIsNine(Cluster cluster) throws Exception {
 *         assertEquals(9, cluster.submit(new Square(3)).get());
 *     }
 * }
 * }
 *
 * <p>The cluster starts when a parameter first asks for it. It is closed after the last test of the
 * class, or after the method, also when a test has failed. Standard error then names the test and
 * where the logs are: the directory of an embedded cluster is kept, otherwise it is deleted.
 *
 * <p>Values out of range, or that do not go together, fail the class or the test with a message
 * that names them.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(EvenkeelClusterExtension.class)
public @interface EvenkeelCluster {

    /** Whether tasks run in the JVM of the test, or in workers of real daemons. */
    ClusterMode mode() default ClusterMode.LOCAL;

    /** How many daemons, 1 to 64. A local cluster runs as many tasks at a time as all would. */
    int nodes() default 1;

    /**
     * How many tasks each daemon runs at a time, 1 to 1,000; a local cluster has 1,000 in all at
     * most. 0 stands for as many as there are processors, divided among the daemons.
     */
    int workers() default 0;

    /**
     * Whether a local cluster runs one task at a time in an order that is always the same: as
     * submitted, the newest children first.
     */
    boolean ordered() default false;
}
