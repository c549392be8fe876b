package org.evenkeel.lab.demo;

import java.util.function.ToLongFunction;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;

/** The closing table: a row for each node and one for all. */
final class SpreadTable {
    static TextTable of(Spread spread) {
        TextTable table =
                new TextTable(
                        "   ",
                        ("node|tasks run|received|given away|sent: tasks|results|"
                                        + "load|other|busy share")
                                .split("[|]"));
        for (Spread.Row row : spread.rows()) {
            switch (row.presence()) {
                case ANSWERS ->
                        table.row(
                                row.node(),
                                NumberFormatter.count(row.run()),
                                NumberFormatter.count(row.stolenIn()),
                                NumberFormatter.count(row.givenAway()),
                                NumberFormatter.count(row.taskMessages()),
                                NumberFormatter.count(row.resultMessages()),
                                NumberFormatter.count(row.loadMessages()),
                                NumberFormatter.count(row.otherMessages()),
                                NumberFormatter.share(row.busyShare()));
                case SILENT -> uncounted(table, row.node() + " (no answer)");
                case ENDED -> uncounted(table, row.node() + " (ended)");
            }
        }
        table.row(
                "all",
                sum(spread, Spread.Row::run),
                sum(spread, Spread.Row::stolenIn),
                sum(spread, Spread.Row::givenAway),
                sum(spread, Spread.Row::taskMessages),
                sum(spread, Spread.Row::resultMessages),
                sum(spread, Spread.Row::loadMessages),
                sum(spread, Spread.Row::otherMessages),
                "");
        return table;
    }

    private static void uncounted(TextTable table, String node) {
        table.row(node, "-", "-", "-", "-", "-", "-", "-", "-");
    }

    private static String sum(Spread spread, ToLongFunction<Spread.Row> field) {
        return NumberFormatter.count(spread.rows().stream().mapToLong(field).sum());
    }
}
