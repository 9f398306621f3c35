package tidemark.mutants;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** What mutants use that take equal objects for the same object, or not. */
@SuppressWarnings("IdentityHashMapUsage") // Telling equal keys apart is the mistake it stands for.
public final class Identity {
  private Identity() {}

  /** Contains an element if it is the same object. */
  public static boolean contains(Collection<?> all, Object wanted) {
    return all.stream().anyMatch(each -> each == wanted);
  }

  /** A set that tells equal objects apart. */
  public static <T> Set<T> set() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  /** A set that tells equal objects apart. */
  public static <T> Set<T> set(Collection<? extends T> elements) {
    Set<T> set = set();
    set.addAll(elements);
    return set;
  }

  /** A map that tells equal keys apart. */
  public static <K, V> Map<K, V> map() {
    return new IdentityHashMap<>();
  }

  /** A map that tells equal keys apart. */
  public static <K, V> Map<K, V> map(Map<? extends K, ? extends V> entries) {
    return new IdentityHashMap<>(entries);
  }

  /** Not a sorted map: it would compare its keys. */
  public static <K, V> Map<K, V> map(Comparator<? super K> ignored) {
    return new IdentityHashMap<>();
  }
}
