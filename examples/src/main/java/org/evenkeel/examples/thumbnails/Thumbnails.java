package org.evenkeel.examples.thumbnails;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.examples.program.Usage;

/** The program: submits a task for each file and writes what comes back. */
public final class Thumbnails {
    private static final int SIZE = 160;

    private Thumbnails() {}

    public static void main(String[] arguments) throws Exception {
        Usage.check("usage: Thumbnails [IMAGES THUMBNAILS], two folders", 2, arguments);
        if (arguments.length == 2) {
            run(Path.of(arguments[0]), Path.of(arguments[1]));
        } else if (arguments.length == 0) {
            Path sample = Files.createTempDirectory("thumbnails");
            run(SampleImages.make(sample.resolve("images")), sample.resolve("thumbnails"));
        } else {
            fail("Name a folder for the thumbnails after " + arguments[0] + ".");
        }
    }

    private static void run(Path images, Path thumbnails) throws Exception {
        if (!Files.isDirectory(images)) {
            fail(images + " is not a folder. Name a folder of images first.");
        }
        Files.createDirectories(thumbnails);
        if (Files.isSameFile(images, thumbnails)) {
            fail(thumbnails + " has the images. Name another folder for the thumbnails.");
        }
        try (Cluster cluster = Evenkeel.builder().files(images).connect()) {
            make(cluster, filesIn(images), thumbnails);
        }
    }

    private static void make(Cluster cluster, List<String> files, Path thumbnails)
            throws IOException, InterruptedException {
        Map<String, TaskHandle<byte[]>> tasks = new LinkedHashMap<>();
        for (String file : files) {
            tasks.put(file, cluster.submit(new Thumbnail(file, SIZE)));
        }
        int made = 0;
        for (Map.Entry<String, TaskHandle<byte[]>> task : tasks.entrySet()) {
            try {
                byte[] thumbnail = task.getValue().get();
                Files.write(thumbnails.resolve(task.getKey()), thumbnail);
                made++;
            } catch (TaskFailedException e) {
                System.err.println(task.getKey() + ": " + e.getMessage());
            }
        }
        System.out.println(made + " thumbnails of " + files.size() + " files in " + thumbnails);
    }

    private static List<String> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    private static void fail(String message) {
        System.err.println(message);
        System.exit(2);
    }
}
