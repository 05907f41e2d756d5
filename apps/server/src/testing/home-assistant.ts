import type { MqttClient } from 'mqtt';

/** Abbreviated keys of discovery messages that this consumer resolves. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  avty_t: 'availability_topic',
  cmd_t: 'command_topic',
  cmps: 'components',
  dev: 'device',
  dev_cla: 'device_class',
  exp_aft: 'expire_after',
  ids: 'identifiers',
  mdl: 'model',
  mf: 'manufacturer',
  o: 'origin',
  ops: 'options',
  p: 'platform',
  pct_cmd_t: 'percentage_command_topic',
  pct_stat_t: 'percentage_state_topic',
  pct_val_tpl: 'percentage_value_template',
  pr_mode_cmd_t: 'preset_mode_command_topic',
  pr_mode_stat_t: 'preset_mode_state_topic',
  pr_mode_val_tpl: 'preset_mode_value_template',
  pr_modes: 'preset_modes',
  sa: 'suggested_area',
  sn: 'serial_number',
  spd_rng_max: 'speed_range_max',
  spd_rng_min: 'speed_range_min',
  stat_cla: 'state_class',
  stat_t: 'state_topic',
  stat_val_tpl: 'state_value_template',
  sug_dsp_prc: 'suggested_display_precision',
  uniq_id: 'unique_id',
  unit_of_meas: 'unit_of_measurement',
  val_tpl: 'value_template',
};

type Config = Readonly<Record<string, unknown>>;

/** Keys that the schema requires and allows, beside those of any entity. */
const PLATFORMS: Readonly<Record<string, { required: readonly string[]; allowed: readonly string[] }>> = {
  sensor: {
    required: ['state_topic'],
    allowed: [
      ...['value_template', 'device_class', 'state_class', 'unit_of_measurement', 'options', 'expire_after'],
      'suggested_display_precision',
    ],
  },
  binary_sensor: {
    required: ['state_topic'],
    allowed: ['value_template', 'device_class', 'payload_on', 'payload_off', 'expire_after'],
  },
  fan: {
    required: ['command_topic'],
    allowed: [
      ...['state_topic', 'state_value_template', 'percentage_command_topic', 'percentage_state_topic'],
      ...['percentage_value_template', 'speed_range_min', 'speed_range_max', 'preset_modes'],
      ...['preset_mode_command_topic', 'preset_mode_state_topic', 'preset_mode_value_template'],
    ],
  },
};
const ANY_ENTITY = ['platform', 'unique_id', 'name', 'availability_topic', 'qos', 'state_topic'];
const DEVICE_KEYS = ['identifiers', 'name', 'manufacturer', 'model', 'serial_number', 'suggested_area'];
/** Units that a device class of a sensor allows; without a class in this table a sensor has none. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  carbon_dioxide: ['ppm'],
  pm1: ['µg/m³'],
  pm25: ['µg/m³'],
  pm10: ['µg/m³'],
  temperature: ['°C', '°F', 'K'],
  humidity: ['%'],
  volatile_organic_compounds: ['µg/m³', 'mg/m³'],
};

const isObject = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const resolve = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(resolve);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [ABBREVIATIONS[key] ?? key, each]));
};
const resolved = (value: unknown, what: string): Config => {
  const config = resolve(value);
  if (!isObject(config)) throw new Error(`${what} is no object`);
  return config;
};
const textOf = (config: Config, key: string): string | null => {
  const value = config[key];
  if (value === undefined) return null;
  if (typeof value !== 'string' || value === '') throw new Error(`${key} is no text`);
  return value;
};

const checkSensor = (config: Config, what: string): void => {
  const deviceClass = textOf(config, 'device_class');
  const unit = textOf(config, 'unit_of_measurement');
  const { options } = config;
  if (deviceClass === 'enum') {
    const isList = Array.isArray(options) && options.length > 0 && new Set(options).size === options.length;
    if (!isList) throw new Error(`${what}: an enum needs options`);
    if (unit !== null || config.state_class !== undefined) throw new Error(`${what}: an enum has no unit and no class`);
  } else if (options !== undefined) throw new Error(`${what}: only an enum has options`);
  else if (deviceClass !== null && !(UNITS[deviceClass] ?? []).includes(unit ?? '')) {
    throw new Error(`${what}: ${deviceClass} in ${unit}`);
  }
};

const checkEntity = (config: Config, what: string): void => {
  const rules = PLATFORMS[textOf(config, 'platform') ?? ''];
  if (rules === undefined) throw new Error(`${what}: unknown platform`);
  const missing = ['unique_id', ...rules.required].filter((key) => textOf(config, key) === null);
  const unknown = Object.keys(config).filter(
    (key) => ![...ANY_ENTITY, ...rules.required, ...rules.allowed].includes(key),
  );
  if (missing.length > 0) throw new Error(`${what}: ${missing.join(', ')} missing`);
  if (unknown.length > 0) throw new Error(`${what}: ${unknown.join(', ')} unknown`);
  if (config.platform === 'sensor') checkSensor(config, what);
};

/** Renders `{{ value_json.a.b }}` and nothing else; a missing key fails, as it does in Jinja's strict mode. */
const render = (template: string | null, payload: string): string => {
  if (template === null) return payload;
  const [, path = ''] = /^\{\{ value_json\.([a-z0-9_]+(?:\.[a-z0-9_]+)*) \}\}$/.exec(template) ?? [];
  if (path === '') throw new Error(`not a known template: ${template}`);
  let value: unknown = JSON.parse(payload);
  for (const key of path.split('.')) {
    if (!isObject(value) || !(key in value)) throw new Error(`${template}: ${key} is undefined`);
    value = value[key];
  }
  return value === null ? 'None' : String(value);
};

export interface FoundDevice {
  name: string;
  device: Config;
  /** Entities by their key, with all keys resolved. */
  entities: ReadonlyMap<string, Config>;
}

/**
 * A consumer of the tests that does what Home Assistant's published discovery schema says: it finds devices, checks
 * their messages, subscribes to their topics and renders their values.
 */
export const openHomeAssistant = async (client: MqttClient) => {
  const devices = new Map<string, FoundDevice>();
  const last = new Map<string, { payload: string; count: number }>();
  const errors: string[] = [];

  const discover = async (topic: string, text: string): Promise<void> => {
    const [, id = ''] = /^homeassistant\/device\/([A-Za-z0-9_-]+)\/config$/.exec(topic) ?? [];
    if (id === '') throw new Error(`not a discovery topic: ${topic}`);
    if (text === '') return void devices.delete(id);
    const root = resolved(JSON.parse(text), topic);
    const device = resolved(root.device, 'device');
    const unknown = Object.keys(device).filter((key) => !DEVICE_KEYS.includes(key));
    if (unknown.length > 0) throw new Error(`device: ${unknown.join(', ')} unknown`);
    if (!Array.isArray(device.identifiers) || device.identifiers.length === 0) throw new Error('device without an id');
    if (textOf(resolved(root.origin, 'origin'), 'name') === null) throw new Error('origin without a name');
    const { device: _, origin, components, ...shared } = root;
    const entities = new Map<string, Config>();
    for (const [key, component] of Object.entries(resolved(components, 'components'))) {
      const own = resolved(component, key);
      // With its platform alone: removed.
      if (Object.keys(own).length === 1 && own.platform !== undefined) continue;
      const entity = { ...shared, ...own };
      checkEntity(entity, `${id} ${key}`);
      entities.set(key, entity);
    }
    const ids = [...entities.values()].map((entity) => entity.unique_id);
    if (new Set(ids).size !== ids.length) throw new Error('an id is not unique');
    devices.set(id, { name: textOf(device, 'name') ?? '', device, entities });
    const topics = [...entities.values()].flatMap((entity) =>
      ['state_topic', 'availability_topic', 'percentage_state_topic', 'preset_mode_state_topic'].flatMap(
        (name) => textOf(entity, name) ?? [],
      ),
    );
    await client.subscribeAsync([...new Set(topics)], { qos: 1 });
  };

  client.on('message', (topic, payload) => {
    const text = payload.toString('utf8');
    if (topic.endsWith('/config')) {
      discover(topic, text).catch((error) => errors.push(String(error)));
    } else last.set(topic, { payload: text, count: (last.get(topic)?.count ?? 0) + 1 });
  });

  const entityOf = (id: string, key: string): Config | undefined => devices.get(id)?.entities.get(key);

  return {
    devices: devices as ReadonlyMap<string, FoundDevice>,
    errors: errors as readonly string[],
    /** Starts like Home Assistant: the birth message, then the discovery topics. */
    async start(): Promise<void> {
      await client.publishAsync('homeassistant/status', 'online');
      await client.subscribeAsync(['homeassistant/+/+/config', 'homeassistant/+/+/+/config'], { qos: 1 });
    },
    /** What Home Assistant shows of an entity; `what` is a part of a fan. */
    state(id: string, key: string, what: 'value' | 'percentage' | 'preset_mode' = 'value'): string | null {
      const entity = entityOf(id, key);
      if (entity === undefined) return null;
      const availability = textOf(entity, 'availability_topic');
      if (availability !== null && last.get(availability)?.payload !== 'online') return 'unavailable';
      const topic = textOf(entity, what === 'value' ? 'state_topic' : `${what}_state_topic`);
      const message = topic === null ? undefined : last.get(topic);
      if (message === undefined || message.payload === '') return 'unknown';
      const name = what === 'value' ? (entity.platform === 'fan' ? 'state_value' : 'value') : `${what}_value`;
      const value = render(textOf(entity, `${name}_template`), message.payload);
      if (value === 'None') return 'unknown';
      if (Array.isArray(entity.options) && !entity.options.includes(value)) throw new Error(`${value} is no option`);
      return value;
    },
    /** Messages on the state topic of an entity so far. */
    messages: (id: string, key: string): number =>
      last.get(textOf(entityOf(id, key) ?? {}, 'state_topic') ?? '')?.count ?? 0,
    async command(
      id: string,
      key: string,
      what: 'command' | 'percentage_command' | 'preset_mode_command',
      payload: string,
    ) {
      const topic = textOf(entityOf(id, key) ?? {}, `${what}_topic`);
      if (topic === null) throw new Error(`${key} has no ${what}`);
      await client.publishAsync(topic, payload, { qos: 1 });
    },
  };
};

export type HomeAssistant = Awaited<ReturnType<typeof openHomeAssistant>>;
