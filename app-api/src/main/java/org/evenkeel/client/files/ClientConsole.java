package org.evenkeel.client.files;

import java.io.PrintStream;

/**
 * The console of the program that submitted the tasks: what they print appears there, lines that
 * come for the second time do not.
 *
 * @param out for their standard output
 * @param err for their standard error
 */
public record ClientConsole(PrintStream out, PrintStream err) {

    /**
     * Prints what has not been printed. Where something is missing in front of it, that was lost on
     * its way, or printed at a home before this one.
     */
    FileReply print(FileRequest question, GrantFencingTable.Fence fence) {
        boolean error = question.op() == FileRequest.Op.ERR;
        byte[] content = question.content();
        long from = question.position();
        int heard = PrintPosition.bytesBefore(from, content, fence.printed(error));
        if (heard < content.length) {
            PrintStream stream = error ? err : out;
            stream.write(content, heard, content.length - heard);
            stream.flush();
            fence.setPrinted(error, PrintPosition.after(from, content));
        }
        return FileReply.DONE;
    }
}
