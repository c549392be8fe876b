package org.evenkeel.recorder.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a browser makes of the page is tested in a browser, by ReportBrowserTest. */
class ReportPageTest {

    private static final String HOSTILE = "{\"name\": \"</script><script>alert(1)</script>\"}";

    private final String page = ReportPage.of(HOSTILE.getBytes(UTF_8));

    @Test
    void noTextOfTheDataIsInThePageAsItIs() {
        assertThat(page).doesNotContain("alert(1)").contains("id=\"data\"");
    }

    @Test
    void thePageHasNothingLeftToFillInAndNoModules() {
        assertThat(page).doesNotContainPattern("@[A-Z_]+@");
        assertThat(page.lines())
                .noneMatch(line -> line.startsWith("import ") || line.startsWith("export "));
    }

    @Test
    void thePolicyNamesTheScriptAndTheStyleThatAreThere() throws Exception {
        assertThat(page)
                .contains("script-src '" + hash("<script type=\"module\">(.*?)</script>") + "'");
        assertThat(page).contains("style-src '" + hash("<style>(.*?)</style>") + "'");
    }

    @Test
    void nothingIsLoadedFromElsewhere() {
        assertThat(page)
                .doesNotContain("http://")
                .doesNotContain("https://")
                .doesNotContain("src=");
    }

    private String hash(String element) throws Exception {
        Matcher found = Pattern.compile(element, Pattern.DOTALL).matcher(page);
        assertThat(found.find()).isTrue();
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(found.group(1).getBytes(UTF_8));
        return "sha256-" + Base64.getEncoder().encodeToString(digest);
    }
}
