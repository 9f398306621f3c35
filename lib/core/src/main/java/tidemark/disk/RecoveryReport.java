package tidemark.disk;

import java.util.List;

/**
 * What opening a log found and did.
 *
 * @param closedCleanly whether the process that had the log open before closed it, and the last
 *     segment was whole
 * @param bytesCut how much was cut off the last segment, because it was not whole
 * @param notes one sentence for each thing found or mended
 */
public record RecoveryReport(boolean closedCleanly, long bytesCut, List<String> notes) {
  public RecoveryReport {
    notes = List.copyOf(notes);
  }
}
