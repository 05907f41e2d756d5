import { isObject, objectOf, stringOf } from '../body.ts';
import type { Json, JsonObject, Message } from '../types.ts';
import { MAX_NAME_LENGTH } from '../types.ts';

/** Abbreviations of discovery messages, of those that are read. */
const LONG: Readonly<Record<string, string>> = {
  ...{
    stat_t: 'state_topic',
    val_tpl: 'value_template',
    stat_val_tpl: 'state_value_template',
    stat_tpl: 'state_template',
  },
  ...{ cmd_t: 'command_topic', cmd_tpl: 'command_template', pl_on: 'payload_on', pl_off: 'payload_off' },
  ...{ pct_stat_t: 'percentage_state_topic', pct_val_tpl: 'percentage_value_template' },
  ...{ pct_cmd_t: 'percentage_command_topic', pct_cmd_tpl: 'percentage_command_template' },
  ...{ pr_mode_stat_t: 'preset_mode_state_topic', pr_mode_val_tpl: 'preset_mode_value_template' },
  ...{ pr_mode_cmd_t: 'preset_mode_command_topic', pr_mode_cmd_tpl: 'preset_mode_command_template' },
  ...{ pr_modes: 'preset_modes', spd_rng_min: 'speed_range_min', spd_rng_max: 'speed_range_max' },
  ...{ unit_of_meas: 'unit_of_measurement', dev_cla: 'device_class', ent_cat: 'entity_category', uniq_id: 'unique_id' },
  ...{
    avty: 'availability',
    avty_t: 'availability_topic',
    avty_tpl: 'availability_template',
    avty_mode: 'availability_mode',
  },
  ...{ pl_avail: 'payload_available', pl_not_avail: 'payload_not_available' },
  ...{ dev: 'device', ids: 'identifiers', cns: 'connections', mdl: 'model', mf: 'manufacturer' },
  ...{ cmps: 'components', p: 'platform', obj_id: 'object_id' },
};

/** An object with long keys, and with its topics' base (`~`) filled in. */
const withLongKeys = (json: JsonObject, base: string | null, names = LONG): JsonObject =>
  Object.fromEntries(
    Object.entries(json).map(([short, value]) => {
      const key = Object.hasOwn(names, short) ? (names[short] ?? short) : short;
      const isTopic = typeof value === 'string' && base !== null && key.endsWith('topic');
      return [key, isTopic ? value.replace(/^~/, base).replace(/~$/, base) : value];
    }),
  );

const AVAILABILITY_NAMES = { ...LONG, t: 'topic' };

/** A discovery message without abbreviations. The names of components are a device's own. */
export const expanded = (message: Json | undefined, outerBase: string | null = null): JsonObject => {
  const base = stringOf(objectOf(message)['~']) ?? outerBase;
  const config = withLongKeys(objectOf(message), base);
  const { device, availability, components } = config;
  return {
    ...config,
    ...(device === undefined ? {} : { device: withLongKeys(objectOf(device), null) }),
    ...(Array.isArray(availability)
      ? { availability: availability.map((each: Json) => withLongKeys(objectOf(each), base, AVAILABILITY_NAMES)) }
      : {}),
    ...(components === undefined
      ? {}
      : {
          components: Object.fromEntries(
            Object.entries(objectOf(components)).map(([name, each]) => [name, expanded(each, base)]),
          ),
        }),
  };
};

/** `<prefix>/<component>/[<node>/]<object>/config` */
export const DISCOVERY = /^(?:.+\/)?(device|[a-z]+(?:_[a-z]+)*)\/(?:([^/]+)\/)?([^/]+)\/config$/;
/** Addresses of devices that were discovered; their messages come on topics of any form. */
export const PREFIX = 'homeassistant/';

export const isDiscovery = ({ topic, body, address }: Message): boolean => {
  if (address !== null && !address.startsWith(PREFIX)) return false;
  if (!DISCOVERY.test(topic)) return false;
  if (!isObject(body.json)) return topic.startsWith(PREFIX) && body.bytes.length === 0;
  const keys = expanded(body.json);
  return ['device', 'unique_id', 'state_topic', 'command_topic', 'components'].some((key) => key in keys);
};

const textIn = (json: Json | undefined): string | null =>
  typeof json === 'number' ? String(json) : Array.isArray(json) ? textIn(json.at(-1)) : stringOf(json);

/** The device's first identifier or connection, or the entity's own id where it belongs to no device. */
export const addressOfConfig = ({ topic, body }: Message): string | null => {
  // An empty message removes an entity.
  if (!isObject(body.json)) return null;
  const config = expanded(body.json);
  const [, , node, object] = DISCOVERY.exec(topic) ?? [];
  const device = objectOf(config.device);
  const { identifiers, connections } = device;
  const id =
    textIn(Array.isArray(identifiers) ? identifiers[0] : identifiers) ??
    textIn(Array.isArray(connections) ? connections[0] : connections) ??
    textIn(config.unique_id) ??
    (node === undefined ? object : `${node}/${object}`);
  return id === undefined || PREFIX.length + id.length > MAX_NAME_LENGTH ? null : `${PREFIX}${id}`;
};

/** No wildcards and none of a broker's own topics: only what a device may announce. */
export const isTopic = (text: string | null): text is string => text !== null && /^[^$#+][^#+]{0,199}$/.test(text);
