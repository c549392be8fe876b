package org.evenkeel.simulator.forecast;

import java.util.List;

/** Too little is known for a forecast; the message has all reasons, human-readable. */
public final class ForecastRefusedException extends RuntimeException {
    public ForecastRefusedException(List<String> reasons) {
        super(String.join("; ", reasons));
    }

    public ForecastRefusedException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
