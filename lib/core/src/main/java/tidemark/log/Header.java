package tidemark.log;

import org.jspecify.annotations.Nullable;

/** One header of an event. A name may come again; order is kept. */
public record Header(String name, @Nullable Bytes value) {}
