package tidemark.simulate;

import java.io.IOException;
import java.time.InstantSource;
import tidemark.log.Log;
import tidemark.storage.Storage;

/** What a process of a simulated pipeline is given to work with. Valid until the process ends. */
public interface Node {
  /** The event log, uncompacted. A process may only read it. It is not lost with the node. */
  Log events();

  /** A folder of the node; created if it is missing. It is still there after the process ends. */
  Storage folder(String name) throws IOException;

  /** What each record does. */
  Work work();

  /** The settings that the pipeline must use. */
  Setup setup();

  /** The node's clock. */
  InstantSource clock();

  /** Whether this process takes over from another one that may still be running. */
  boolean isTakeOver();
}
