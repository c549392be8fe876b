package org.evenkeel.recorder.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;

/** What every page must be: readable, no wider than the screen, and usable by keyboard alone. */
public final class PageChecks {

    /** What WCAG 2.1 asks of a text against what is behind it, at level AA. */
    private static final double LEAST_CONTRAST = 4.5;

    /** And of the edge of a field or a button. */
    private static final double LEAST_EDGE = 3;

    private static final String COLOURS =
            """
            const parts = (colour) => {
              const all = colour.match(/[\\d.]+/g).map(Number);
              return all.length < 4 ? [...all, 1] : all;
            };
            const light = (colour) => {
              const [red, green, blue] = colour.map((part) => {
                const value = part / 255;
                return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
              });
              return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            };
            const behind = (element) => {
              for (let each = element; each; each = each.parentElement) {
                const colour = parts(getComputedStyle(each).backgroundColor);
                if (colour[3] === 1) {
                  return colour;
                }
              }
              return [255, 255, 255, 1];
            };
            const ratio = (one, other) =>
              (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
            const poor = [];
            """;

    private static final String TEXTS =
            COLOURS
                    + """
                    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                    let seen = 0;
                    while (texts.nextNode()) {
                      const element = texts.currentNode.parentElement;
                      if (texts.currentNode.textContent.trim() && element.getClientRects().length > 0) {
                        seen++;
                        const one = light(parts(getComputedStyle(element).color));
                        const other = light(behind(element));
                        if (ratio(one, other) < arguments[0]) {
                          const text = texts.currentNode.textContent.slice(0, 80);
                          poor.push(ratio(one, other).toFixed(2) + " " + text);
                        }
                      }
                    }
                    return [seen, poor];
                    """;

    /** A slider is drawn by the browser, which sees to it. */
    private static final String EDGES =
            COLOURS
                    + """
                    for (const field of document.querySelectorAll("input, select, button")) {
                      if (field.type !== "range" && field.getClientRects().length > 0) {
                        const edge = light(parts(getComputedStyle(field).borderTopColor));
                        const other = light(behind(field.parentElement));
                        if (ratio(edge, other) < arguments[0]) {
                          poor.push(ratio(edge, other).toFixed(2) + " " + (field.id || field.textContent));
                        }
                      }
                    }
                    return poor;
                    """;

    /** Links that are seen; those of a table that scrolls are among them. */
    private static final String LINKS =
            "return [...document.querySelectorAll('a[href]')]"
                    + ".filter((link) => link.getClientRects().length > 0)"
                    + ".map((link) => link.getAttribute('href'));";

    private static final String FOCUS =
            "const at = document.activeElement;"
                    + "return [at.getAttribute('href') ?? '', getComputedStyle(at).outlineStyle];";

    private PageChecks() {}

    /** The contrast of texts and of the edges of fields, computed from the styles they have. */
    public static void requireReadable(Browser browser) {
        List<?> found = (List<?>) browser.run(TEXTS, LEAST_CONTRAST);
        assertThat(((Number) found.getFirst()).intValue()).as("texts").isGreaterThan(5);
        assertThat((List<?>) found.getLast()).as("texts with too little contrast").isEmpty();
        assertThat((List<?>) browser.run(EDGES, LEAST_EDGE))
                .as("edges of fields with too little contrast")
                .isEmpty();
    }

    public static void requireNoScrollingSideways(Browser browser) {
        assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth"))
                .asInstanceOf(InstanceOfAssertFactories.LONG)
                .isLessThanOrEqualTo(0);
    }

    /**
     * Tab leads to each link, from the first one on, and shows where it is.
     *
     * @param second id of the second link of the page
     */
    public static void requireReachableByKeyboard(Browser browser, String second) {
        List<String> links = new ArrayList<>();
        ((List<?>) browser.run(LINKS)).forEach(link -> links.add((String) link));
        assertThat(links).isNotEmpty();
        browser.run("document.getElementById(arguments[0]).focus()", second);
        browser.tab(true);
        Set<String> reached = new LinkedHashSet<>();
        for (int i = 0; i < 3 * links.size() + 30 && !reached.containsAll(links); i++) {
            List<?> focus = (List<?>) browser.run(FOCUS);
            if (!"".equals(focus.getFirst())) {
                reached.add((String) focus.getFirst());
                assertThat(focus.getLast())
                        .as("outline of " + focus.getFirst())
                        .isNotEqualTo("none");
            }
            browser.tab(false);
        }
        assertThat(reached).as("links that Tab leads to").containsAll(links);
    }
}
