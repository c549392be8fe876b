package org.evenkeel.examples.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import javax.xml.parsers.DocumentBuilderFactory;
import org.evenkeel.examples.program.SerialContext;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class OptionPricesTest {

    /** Within so many standard errors of the exact value; the seed is fixed. */
    private static final double ERRORS = 4;

    @Test
    void europeanPriceIsThatOfTheFormula() {
        Estimate european = prices(OptionPrices.OPTION, 20, 10_000).european();
        assertThat(european.count()).isEqualTo(200_000);
        assertThat(european.standardError()).isBetween(0.01, 0.1);
        assertThat(european.mean())
                .isCloseTo(
                        OptionPrices.OPTION.blackScholes(),
                        within(ERRORS * european.standardError()));
    }

    @Test
    void asianOptionOfOneDateIsTheEuropeanOne() {
        BatchTask.Prices prices = prices(new CallOption(100, 90, 0.03, 0.4, 2, 1), 2, 1000);
        assertThat(prices.asian()).isEqualTo(prices.european());
    }

    /** Kemna and Vorst (1990): the geometric mean, for which there is a formula, is the smaller. */
    @Test
    void asianPriceIsAboveThatOfTheGeometricMean() {
        BatchTask.Prices prices = prices(OptionPrices.OPTION, 20, 10_000);
        Estimate asian = prices.asian();
        double difference = asian.mean() - geometricAsian(OptionPrices.OPTION);
        assertThat(difference).isBetween(0.0, 0.4);
        assertThat(asian.mean()).isLessThan(prices.european().mean());
    }

    /** The price of the option on the geometric mean: that of a European one on another share. */
    private static double geometricAsian(CallOption o) {
        double n = o.dates();
        double meanTime = o.years() * (n + 1) / (2 * n);
        double variance =
                o.volatility() * o.volatility() * o.years() * (n + 1) * (2 * n + 1) / (6 * n * n);
        double logMean =
                Math.log(o.spot()) + (o.rate() - o.volatility() * o.volatility() / 2) * meanTime;
        double d1 = (logMean - Math.log(o.strike()) + variance) / Math.sqrt(variance);
        double d2 = d1 - Math.sqrt(variance);
        return Math.exp(-o.rate() * o.years())
                * (Math.exp(logMean + variance / 2) * CallOption.normal(d1)
                        - o.strike() * CallOption.normal(d2));
    }

    @Test
    void formulaHasTheValuesOfTheTextbook() {
        // Hull, Options, Futures, and Other Derivatives, example on the Black-Scholes formulas
        assertThat(new CallOption(42, 40, 0.1, 0.2, 0.5, 1).blackScholes())
                .isCloseTo(4.759, within(0.0005));
        assertThat(CallOption.normal(0)).isEqualTo(0.5);
        assertThat(CallOption.normal(1.959963984540054)).isCloseTo(0.975, within(1e-12));
        assertThat(CallOption.normal(-1.959963984540054)).isCloseTo(0.025, within(1e-12));
    }

    @Test
    void batchesTogetherAreOneEstimate() {
        SplittableRandom random = new SplittableRandom(5);
        Estimate all = Estimate.NONE;
        Estimate first = Estimate.NONE;
        Estimate rest = Estimate.NONE;
        for (int i = 0; i < 1000; i++) {
            double value = random.nextInt(10);
            all = all.plus(value);
            first = i < 300 ? first.plus(value) : first;
            rest = i < 300 ? rest : rest.plus(value);
        }
        assertThat(first.plus(rest)).isEqualTo(all);
        Estimate two = Estimate.NONE.plus(1).plus(3);
        assertThat(two.mean()).isEqualTo(2);
        assertThat(two.standardError()).isCloseTo(Math.sqrt(0.5), within(1e-12));
    }

    @Test
    void everyBatchHasASeedOfItsOwn() {
        List<BatchTask> tasks = OptionPrices.tasks(OptionPrices.SEED, 100, 7);
        assertThat(tasks).extracting(BatchTask::seed).doesNotHaveDuplicates().hasSize(100);
        assertThat(tasks).isEqualTo(OptionPrices.tasks(OptionPrices.SEED, 100, 7));
    }

    @Test
    void plotHasAPointForEachBatch() throws Exception {
        List<Estimate> soFar = new ArrayList<>();
        Estimate estimate = Estimate.NONE;
        for (int i = 0; i < 10; i++) {
            estimate = estimate.plus(i % 3);
            soFar.add(estimate);
        }
        Document svg =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(Plot.svg(soFar, 1))));
        assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(4);
        String exact = points(svg, 2);
        assertThat(exact.split(" ")).hasSize(10).allMatch(point -> point.endsWith(",200.0"));
        assertThat(exact).startsWith("80.0,").contains(" 800.0,");
    }

    private static String points(Document svg, int line) {
        return svg.getElementsByTagName("polyline")
                .item(line)
                .getAttributes()
                .getNamedItem("points")
                .getNodeValue();
    }

    private static BatchTask.Prices prices(CallOption option, int batches, int paths) {
        BatchTask.Prices prices = BatchTask.Prices.NONE;
        for (BatchTask task : OptionPrices.tasks(OptionPrices.SEED, batches, paths)) {
            prices =
                    prices.plus(new BatchTask(option, task.seed(), paths).run(new SerialContext()));
        }
        return prices;
    }
}
