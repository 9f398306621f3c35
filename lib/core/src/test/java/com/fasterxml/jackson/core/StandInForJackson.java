package com.fasterxml.jackson.core;

import java.io.IOException;

/** An {@link IOException} with the package of Jackson's own: the library does not depend on it. */
public class StandInForJackson extends IOException {
  private static final long serialVersionUID = 1;

  public StandInForJackson(String message) {
    super(message);
  }

  /** As users of Jackson extend its exceptions. */
  public static final class MadeFromIt extends StandInForJackson {
    private static final long serialVersionUID = 1;

    public MadeFromIt(String message) {
      super(message);
    }
  }
}
