package tidemark.simulate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * The folders of a toy pipeline. Each owner has folders of its own, and a file names the owner. A
 * successor first writes its own name into that file, then copies the folders that it finds, and
 * then writes that it is ready. The old owner finds another name after its next write, and stops.
 * Nobody reads what it wrote meanwhile.
 */
final class ToyFolders {
  private static final String OWNER = "owner";
  private static final List<String> COPIED = List.of("decisions", "table", "output", "snapshots");

  private final Node node;
  private final boolean fenced;
  private final Storage owners;
  private final long generation;

  private ToyFolders(Node node, boolean fenced, Storage owners, long generation) {
    this.node = node;
    this.fenced = fenced;
    this.owners = owners;
    this.generation = generation;
  }

  static ToyFolders open(Node node, boolean unfenced) throws IOException {
    if (unfenced) {
      return new ToyFolders(node, false, node.folder(OWNER), 0);
    }
    Storage owners = node.folder(OWNER);
    String found = read(owners);
    long last = found.isEmpty() ? 0 : Long.parseLong(found.split(" ", -1)[0]);
    boolean isHalfTaken = found.endsWith("copies");
    ToyFolders folders = new ToyFolders(node, true, owners, node.isTakeOver() ? last + 1 : last);
    if (node.isTakeOver() || isHalfTaken) {
      long whole = isHalfTaken ? Long.parseLong(found.split(" ", -1)[1]) : last;
      owners.replace(OWNER, text(folders.generation + " " + whole + " copies"));
      folders.copyFrom(whole);
      owners.replace(OWNER, text(Long.toString(folders.generation)));
    }
    return folders;
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String read(Storage owners) throws IOException {
    if (!owners.names().contains(OWNER)) {
      return "";
    }
    try (StorageFile file = owners.open(OWNER)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
      file.readFully(bytes, 0);
      return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
    }
  }

  Storage folder(String name) throws IOException {
    return node.folder(name(name, generation));
  }

  private static String name(String name, long generation) {
    return generation == 0 ? name : name + "." + generation;
  }

  private void copyFrom(long old) throws IOException {
    for (String folder : COPIED) {
      Storage from = node.folder(name(folder, old));
      Storage to = node.folder(name(folder, generation));
      for (String name : to.names()) {
        to.delete(name);
      }
      for (String name : from.names()) {
        if (!name.endsWith(Storage.ASIDE)) {
          copy(from, to, name);
        }
      }
      to.sync();
    }
  }

  private static void copy(Storage from, Storage to, String name) throws IOException {
    try (StorageFile source = from.open(name);
        StorageFile target = to.create(name)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) source.size());
      source.readFully(bytes, 0);
      target.writeFully(bytes.flip(), 0);
      target.force();
    }
  }

  /** Fails if another process has taken over: nobody will read what was written last. */
  void requireOwner() throws IOException {
    String found = fenced ? read(owners) : "";
    if (!found.isEmpty() && Long.parseLong(found.split(" ", -1)[0]) != generation) {
      throw new IOException("a writer must be the owner, found=" + found + ", own=" + generation);
    }
  }
}
