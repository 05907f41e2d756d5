import type { SensorType } from '@airdeck/domain/sensor-type';
import type { Decoded, DeviceFrame, DeviceValue, Message, ValueNote } from './types.ts';

/**
 * Names of makers and models as they stand in device profiles, by family. Formats of different makers cannot always be
 * told apart by their bytes, so a known name excludes all other families.
 */
const NAMES: readonly (readonly [family: string, names: string])[] = [
  ['milesight-am', 'am10[2347]l?|am30[4578]l?|am319l?|em500-?co2'],
  ['netvox', 'netvox|ra0[78][0-9]{2}[a-z]*|ra08[a-z0-9]*|r7[12]6[0-9]{2}[a-z]*|r727[0-9]{2}|r71[12]a?|r718ab?|r720a'],
  ['browan', 'browan|merryiot|tbhv1[01]0|tbhh100|cd10'],
  ['decentlab', 'decentlab|dl-[a-z0-9]{2,}'],
  ['mclimate', 'mclimate|vicki|fan-?coil-?thermostat|co2-display(-lite)?|co2-pir-lite'],
  ['elsys', 'elsys|ers2?(-?(co2|eye|voc|sound|lite|desk))?'],
];
const PATTERNS = NAMES.map(([family, names]) => ({
  family,
  pattern: new RegExp(`(^|[^a-z0-9])(${names})($|[^a-z0-9])`),
}));

/** The family that a device profile's name belongs to; null: the name says nothing. */
export const familyOfModel = (model: string | null): string | null => {
  const name = model?.toLowerCase().replace(/[_/\s]+/g, '-') ?? '';
  return PATTERNS.find(({ pattern }) => pattern.test(name))?.family ?? null;
};

/**
 * Whether a LoRaWAN message belongs to a family: by the name of its model where that is known, otherwise by its port and
 * bytes.
 */
export const matchesLorawan = (
  family: string,
  { address, model, body }: Message,
  looksRight: (bytes: Uint8Array, fPort: number) => boolean,
): boolean => {
  if (address === null || body.fPort === null || body.bytes.length === 0) return false;
  const named = familyOfModel(model);
  return named === null ? looksRight(body.bytes, body.fPort) : named === family;
};

/** A named sensor of a format. */
export interface Sensor {
  readonly sensor: string;
  readonly type: SensorType | null;
  readonly unit: string;
  readonly note?: ValueNote;
}

export const TEMPERATURE: Sensor = { sensor: 'temperature', type: 'TEMPERATURE', unit: '°C' };
export const HUMIDITY: Sensor = { sensor: 'humidity', type: 'HUMIDITY', unit: '%' };
export const CO2: Sensor = { sensor: 'co2', type: 'CO2', unit: 'ppm' };
export const PM1_0: Sensor = { sensor: 'pm1_0', type: 'PM1.0', unit: 'µg/m³' };
export const PM2_5: Sensor = { sensor: 'pm2_5', type: 'PM2.5', unit: 'µg/m³' };
export const PM10: Sensor = { sensor: 'pm10', type: 'PM10', unit: 'µg/m³' };
export const BATTERY: Sensor = { sensor: 'battery', type: null, unit: 'V' };
export const PRESSURE: Sensor = { sensor: 'pressure', type: null, unit: 'hPa' };

/** Collects what one uplink says. */
export const createReport = () => {
  const values: DeviceValue[] = [];
  const missing: string[] = [];
  const warnings: string[] = [];
  return {
    /** Adds a value; null: the sensor has none. The first value of a sensor counts. */
    add(sensor: Sensor, value: number | null): void {
      if (values.some((each) => each.sensor === sensor.sensor)) return;
      // Air always holds carbon dioxide: a sensor that warms up sends 0.
      if (value !== null && !(sensor.type === 'CO2' && value <= 0)) values.push({ ...sensor, value });
      else if (!missing.includes(sensor.sensor)) missing.push(sensor.sensor);
    },
    /** Notes why the value of a sensor is not suggested. */
    annotate(sensor: string, note: ValueNote): void {
      for (const [i, value] of values.entries()) if (value.sensor === sensor) values[i] = { ...value, note };
    },
    warn(warning: string): void {
      warnings.push(warning);
    },
    decoded(history: readonly DeviceFrame[] = []): Decoded {
      const frames = values.length > 0 ? [{ time: null, values }, ...history] : history;
      return { frames, ...(missing.length > 0 ? { missing } : {}), warnings };
    },
  };
};

export type Report = ReturnType<typeof createReport>;
