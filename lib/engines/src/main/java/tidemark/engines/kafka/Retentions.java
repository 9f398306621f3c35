package tidemark.engines.kafka;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;

/** Reads from the settings of topics for how long they keep records. */
final class Retentions {
  private Retentions() {}

  /**
   * For how long each topic keeps records, in ms; empty if it does not remove them by age.
   *
   * @throws ClusterException if a topic is missing, or no answer comes
   */
  static Map<String, OptionalLong> of(Admin admin, Set<String> topics) {
    List<ConfigResource> resources =
        topics.stream().map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic)).toList();
    Map<ConfigResource, Config> configs =
        KafkaErrors.translate(
            "read the settings of topics",
            topics.toString(),
            () -> requireNonNull(admin.describeConfigs(resources).all().get()));
    Map<String, OptionalLong> kept = new HashMap<>();
    configs.forEach((resource, config) -> kept.put(resource.name(), kept(config)));
    return kept;
  }

  private static OptionalLong kept(Config config) {
    long millis = Long.parseLong(config.get("retention.ms").value());
    boolean deletes = config.get("cleanup.policy").value().contains("delete");
    return deletes && millis >= 0 ? OptionalLong.of(millis) : OptionalLong.empty();
  }
}
