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

/** For how long topics keep their records, as their settings say. */
final class Retentions {
  private Retentions() {}

  /** In ms by topic; empty where records are not removed by their age. */
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
