package tidemark.simulate;

import java.io.IOException;
import java.time.InstantSource;
import tidemark.log.Log;
import tidemark.storage.Storage;

/** What a process of a simulated pipeline finds. Valid until the process ends. */
public interface Node {
  /** The event log, uncompacted. Only read it: it is not on the node, and survives it. */
  Log events();

  /** A folder of the node, made if need be. What is in it survives the process. */
  Storage folder(String name) throws IOException;

  /** The work on each record. */
  Work work();

  /** What must be declared. */
  Setup setup();

  /** The node's clock. */
  InstantSource clock();

  /** Whether another process may still be at work here, which this one takes over from. */
  boolean isTakeOver();
}
