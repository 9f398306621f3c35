package tidemark.simulate;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Entry;
import tidemark.log.History;

/** Tells in words what is in a folder: entries if it is a log, else files and their sizes. */
final class FolderContent {
  private FolderContent() {}

  static String tell(FaultyStorage disk) {
    boolean isLog = disk.names().stream().anyMatch(name -> name.endsWith(".log"));
    if (isLog) {
      FaultyStorage copy = disk.afterPowerCut(Loss.NOTHING);
      try (DiskLog log = DiskLog.open(copy, DiskLogOptions.uncompacted(InstantSource.system()))) {
        List<String> entries = new ArrayList<>();
        for (Entry entry : log.entries(log.startOffset())) {
          entries.add(cut(History.format(entry)));
        }
        return entries.isEmpty() ? "a log without entries" : String.join("  ", entries);
      } catch (RuntimeException unreadable) {
        return "a log that cannot be opened: " + unreadable.getMessage();
      }
    }
    List<String> files = new ArrayList<>();
    for (String name : disk.names()) {
      files.add(name + " (" + size(disk, name) + " bytes)");
    }
    return files.isEmpty() ? "empty" : String.join("  ", files);
  }

  private static int size(FaultyStorage disk, String name) {
    try {
      return disk.bytes(name).length;
    } catch (IOException gone) {
      return 0;
    }
  }

  private static String cut(String entry) {
    return entry.length() <= 60 ? entry : entry.substring(0, 57) + "…";
  }
}
