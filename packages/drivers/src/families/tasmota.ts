import type { Power } from '@airdeck/domain/purifier-state';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { field, isObject, numberOf, objectOf, stringOf, textOf, timeOf } from '../body.ts';
import { levelOf, speedOf } from '../levels.ts';
import { nameOf, withMissing } from '../named-values.ts';
import { powerOf, RELAY_CAPABILITIES, RUNNING_W, relayReport } from '../relay.ts';
import type { Decoded, DeviceValue, Driver, Json, JsonObject, PurifierReport, ValueNote } from '../types.ts';

/** `%prefix%/%topic%/…` as delivered, and full topics that place the prefix elsewhere, such as `%topic%/%prefix%/…`. */
const TOPIC = /^(?:(.+)\/)?(?:tele|stat)\/(?:(.+)\/)?(SENSOR|STATE|LWT|RESULT|POWER\d*|STATUS\d*|INFO\d)$/;

/** Keys of all sensor drivers. PM is atmospheric; CF (factory calibration) and PB (counts) are not read. */
const KEYS: Readonly<Record<string, { type: SensorType | null; unit: string; note?: ValueNote }>> = {
  CarbonDioxide: { type: 'CO2', unit: 'ppm' },
  eCO2: { type: 'CO2', unit: 'ppm', note: 'COMPUTED' },
  PM1: { type: 'PM1.0', unit: 'µg/m³' },
  'PM1.0': { type: 'PM1.0', unit: 'µg/m³' },
  PM1_0: { type: 'PM1.0', unit: 'µg/m³' },
  'PM2.5': { type: 'PM2.5', unit: 'µg/m³' },
  PM2_5: { type: 'PM2.5', unit: 'µg/m³' },
  PM10: { type: 'PM10', unit: 'µg/m³' },
  Temperature: { type: 'TEMPERATURE', unit: '°C' },
  Humidity: { type: 'HUMIDITY', unit: '%' },
  Battery: { type: null, unit: '%' },
  BatteryPercentage: { type: null, unit: '%' },
};

/** Parts of the device whose temperature is not the room's. */
const CHIPS = /^(ENERGY|ESP32|AXP\d+|MPU\d+|BL09\d\d|CSE7761|ADE7953|DS3231)(-\d+)?$/;
/** Sensors in one another: `ZbReceived`, a device, its values. */
const MAX_LEVELS = 3;
/** Levels of an iFan. */
const FAN_LEVELS = 3;

/** What wrongly wired sensors report (°C), a DS18B20 after a reset, and a CO2 sensor before its first measurement. */
const isSentinel = (sensor: string, type: SensorType | null, value: number, unit: string): boolean => {
  if (type === 'CO2') return value <= 0;
  if (type !== 'TEMPERATURE' || unit !== '°C') return false;
  return value === -40 || value === 80.9 || (sensor.startsWith('DS18') && (value === 85 || value === -127));
};

const readSensors = (message: JsonObject): { values: DeviceValue[]; missing: string[] } => {
  const values: DeviceValue[] = [];
  const missing: string[] = [];
  const celsius = message.TempUnit === 'F' ? '°F' : '°C';
  const walk = (json: JsonObject, path: readonly string[]): void => {
    for (const [key, found] of Object.entries(json)) {
      if (isObject(found)) {
        if (path.length < MAX_LEVELS && !CHIPS.test(key)) walk(found, [...path, key]);
        continue;
      }
      const meant = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
      const sensor = nameOf([...path, key].join('.'));
      if (meant === undefined || sensor === null) continue;
      const unit = meant.type === 'TEMPERATURE' ? celsius : meant.unit;
      const value = numberOf(found);
      if (value === null || isSentinel(sensor, meant.type, value, unit)) missing.push(sensor);
      else values.push({ sensor, ...meant, value, unit });
    }
  };
  walk(message, []);
  return { values, missing };
};

/** Which of several sensors of a type is the room's, only a person knows. */
const markChoices = (values: readonly DeviceValue[]): DeviceValue[] =>
  values.map((value) => {
    const same = values.filter(({ type, note }) => type === value.type && note === undefined);
    return value.type !== null && value.note === undefined && same.length > 1 ? { ...value, note: 'CHOOSE' } : value;
  });

/**
 * Power that the load takes. A list has a number for each relay or for each phase, which the message does not say: only
 * what is true of both counts.
 */
const wattsOf = (message: JsonObject): number | null => {
  const found = field(message.ENERGY, 'Power');
  const phases = (Array.isArray(found) ? found : [found]).map(numberOf).filter((watts) => watts !== null);
  const [first] = phases;
  const sum = phases.reduce((total, watts) => total + watts, 0);
  return first !== undefined && (first > RUNNING_W || sum <= RUNNING_W) ? first : null;
};

/** Facts of the relay or fan: its last state, and the topic of commands where it is not the usual one. */
interface Facts {
  readonly command?: string;
  readonly power?: Power;
  readonly isFan?: boolean;
}

const factsOf = (facts: Json | undefined): Facts => {
  const command = nameOf(field(facts, 'command'));
  const power = powerOf(field(facts, 'power'));
  return {
    ...(command !== null && { command }),
    ...(power !== null && { power }),
    ...(field(facts, 'isFan') === true && { isFan: true }),
  };
};

/** State of the relay or the fan in a message; the light of an iFan is its relay, and is left alone. */
const readState = (message: JsonObject, known: Facts): { purifier?: PurifierReport; facts: Facts } => {
  const level = numberOf(message.FanSpeed);
  if (level !== null && Number.isInteger(level) && level >= 0 && level <= FAN_LEVELS) {
    const power = level > 0 ? 'ON' : 'OFF';
    return { purifier: { power, fan_speed: speedOf(level, FAN_LEVELS) }, facts: { ...known, power, isFan: true } };
  }
  if (known.isFan === true) return { facts: known };
  const said = powerOf(message.POWER) ?? powerOf(message.POWER1);
  const purifier = relayReport(said, wattsOf(message), known.power ?? null);
  if (purifier === undefined) return { facts: known };
  // A meter alone is no relay that could be switched.
  const isRelay = said !== null || known.power !== undefined;
  return { purifier, facts: isRelay ? { ...known, power: purifier.power } : known };
};

/** The message as JSON: `stat/<topic>/POWER` is bare text, and an answer to a status request has a frame around it. */
const contentOf = (kind: string, json: Json | undefined, text: string | null): JsonObject => {
  if (kind.startsWith('POWER') && !isObject(json)) return { [kind]: text };
  return objectOf(field(json, 'StatusSNS') ?? field(json, 'StatusSTS') ?? json);
};

/** Any device with Tasmota: sensors, relays with or without a meter, and the iFan. */
export const tasmota: Driver = {
  id: 'tasmota',
  title: { ko: '타스모타(Tasmota)', en: 'Tasmota' },
  transports: ['MQTT'],
  filters: ['tele/#', 'stat/#'],
  defaultInterval: 300,
  matches({ topic, body }) {
    const kind = TOPIC.exec(topic)?.[3];
    if (kind === undefined) return false;
    if (isObject(body.json)) return true;
    return /^(Online|Offline|ON|OFF)$/.test(textOf(body.bytes) ?? '') && /^(LWT|POWER)/.test(kind);
  },
  addressOf({ address, topic }) {
    const [, head, rest] = TOPIC.exec(topic) ?? [];
    return address ?? nameOf([head, rest].filter((part) => part !== undefined).join('/'));
  },
  decode(message, known): Decoded {
    const [, head, rest, kind = ''] = TOPIC.exec(message.topic) ?? [];
    const text = textOf(message.body.bytes);
    if (kind === 'LWT') {
      const status = text === 'Online' ? 'ONLINE' : text === 'Offline' ? 'OFFLINE' : undefined;
      return {
        frames: [],
        warnings: status ? [] : ['the last will is neither Online nor Offline'],
        ...(status && { status }),
      };
    }
    const json = contentOf(kind, message.body.json, text);
    const model = stringOf(field(json.Info1, 'Module'));
    if (model !== null) return { frames: [], warnings: [], model };
    const isSensors = kind === 'SENSOR' || field(message.body.json, 'StatusSNS') !== undefined;
    const { values, missing } = isSensors ? readSensors(json) : { values: [], missing: [] };
    const before = factsOf(known);
    const command = head === undefined ? {} : { command: [head, 'cmnd', rest].filter(Boolean).join('/') };
    const { purifier, facts } = readState(json, before);
    const after: Facts = facts.power === undefined ? before : { ...facts, ...command };
    const address = tasmota.addressOf(message);
    const isNews = JSON.stringify(after) !== JSON.stringify(before) && address !== null;
    const hasMore = Object.keys(json).some((key) => /^POWER[2-9]/.test(key)) && after.isFan !== true;
    return {
      frames: values.length > 0 ? [{ time: timeOf(json.Time), values: markChoices(values) }] : [],
      warnings: hasMore ? ['of several relays only the first is read'] : [],
      ...(purifier && { purifier }),
      ...withMissing(missing),
      ...(isNews && { remember: { [address]: { ...after } } }),
    };
  },
  capabilities(facts) {
    const { power, isFan } = factsOf(facts);
    if (isFan === true) return { ...RELAY_CAPABILITIES, FAN_SPEED: ['STOP', 'WEAK', 'MEDIUM', 'STRONG'] };
    return power === undefined ? null : RELAY_CAPABILITIES;
  },
  encode({ address, facts, command, action }) {
    const { command: prefix = `cmnd/${address}`, isFan } = factsOf(facts);
    const power = powerOf(action);
    if (command === 'POWER' && power !== null) {
      // An iFan has no switch of its fan: it starts with its lowest level.
      if (isFan === true) return { topic: `${prefix}/FanSpeed`, payload: power === 'ON' ? '1' : '0' };
      return { topic: `${prefix}/POWER`, payload: power };
    }
    const speed = (['STOP', 'WEAK', 'MEDIUM', 'STRONG'] as const).find((each) => each === action);
    if (command !== 'FAN_SPEED' || speed === undefined || isFan !== true) return null;
    return { topic: `${prefix}/FanSpeed`, payload: String(levelOf(speed, FAN_LEVELS)) };
  },
};
