package org.evenkeel.recorder.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium of the distribution without a window, with a profile of its own. */
public final class Browser implements AutoCloseable {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    /** Without these it looks for its maker's hosts at every start. */
    private static final List<String> QUIET =
            List.of(
                    "--headless=new",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--force-color-profile=srgb",
                    "--hide-scrollbars");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    static boolean isThere() {
        return Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER);
    }

    /**
     * Starts one.
     *
     * @param profile a directory of its own
     */
    public static Browser start(Path profile) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toString());
        options.addArguments(QUIET);
        options.addArguments("--user-data-dir=" + profile);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service =
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(DRIVER.toFile())
                        .usingAnyFreePort()
                        .build();
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
        return new Browser(driver);
    }

    /** A screen of so many pixels, light or dark. */
    public Browser screen(int width, int height, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of(
                                        "name",
                                        "prefers-color-scheme",
                                        "value",
                                        dark ? "dark" : "light"))));
        return this;
    }

    public void open(URI page) {
        driver.get(page.toString());
    }

    /** What a script in the page returns. */
    public Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** The same of one that calls back its last argument. */
    public Object runAndWait(String script, Object... arguments) {
        return driver.executeAsyncScript(script, arguments);
    }

    /** The text that people see of an element. */
    public String text(String selector) {
        return driver.findElement(By.cssSelector(selector)).getText();
    }

    /** Waits until an element is there whose text begins so. */
    public void await(String selector, String text) {
        runAndWait(
                "const [selector, text, done] = arguments; const look = () =>"
                        + " document.querySelector(selector)?.textContent.startsWith(text)"
                        + " ? done() : setTimeout(look, 20); look();",
                selector,
                text);
    }

    /** Presses Tab where the focus is, or Shift and Tab. */
    public void tab(boolean back) {
        Actions keys = new Actions(driver);
        if (back) {
            keys.keyDown(Keys.SHIFT).sendKeys(Keys.TAB).keyUp(Keys.SHIFT).perform();
        } else {
            keys.sendKeys(Keys.TAB).perform();
        }
    }

    /** Presses keys in an element. */
    public void press(String selector, CharSequence... keys) {
        driver.findElement(By.cssSelector(selector)).sendKeys(keys);
    }

    /**
     * Nothing was reported: no error of a script, nothing that the page's policy forbade. That a
     * test reads pixels back is not the page's fault.
     */
    public void requireQuiet() {
        List<String> messages =
                driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                        .map(LogEntry::getMessage)
                        .filter(message -> !message.contains("getImageData"))
                        .toList();
        assertThat(messages).isEmpty();
    }

    /** Leaves the page, before its server ends; what was reported until then is forgotten. */
    public void leave() {
        driver.get("about:blank");
        driver.manage().logs().get(LogType.BROWSER); // each is told once
    }

    public void screenshot(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
