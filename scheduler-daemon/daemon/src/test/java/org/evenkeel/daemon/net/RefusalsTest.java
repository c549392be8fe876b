package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A million refusals do not push everything else out of the log. */
class RefusalsTest {

    @Test
    void ofManyInASecondTheNumberIsTold() {
        Logger logger = (Logger) LoggerFactory.getLogger(Refusals.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            AtomicLong now = new AtomicLong();
            Refusals refusals = new Refusals(now::get);
            for (int i = 0; i < 1_000; i++) {
                refusals.note("somebody", "wrong secret");
            }
            assertThat(lines.list).hasSize(Refusals.MOST);
            now.set(TimeUnit.SECONDS.toNanos(1));
            refusals.note("another", "wrong secret");
            assertThat(lines.list)
                    .hasSize(Refusals.MOST + 2)
                    .anyMatch(line -> line.getFormattedMessage().equals("990 more rejections"));
        } finally {
            logger.detachAppender(lines);
        }
    }
}
