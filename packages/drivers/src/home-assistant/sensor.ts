import type { SensorType } from '@airdeck/domain/sensor-type';
import { numberOf } from '../body.ts';
import { isOtherName, type NamedSensor, sensorOfName, unitOfType } from '../sensor-names.ts';
import type { DeviceValue, Json } from '../types.ts';

const CLASSES: Readonly<Record<string, SensorType>> = {
  carbon_dioxide: 'CO2',
  pm1: 'PM1.0',
  pm25: 'PM2.5',
  pm10: 'PM10',
  temperature: 'TEMPERATURE',
  humidity: 'HUMIDITY',
};

/** By its class, or without one by its name, which also says that a value is estimated or of a setting. */
export const sensorOf = (name: string, deviceClass: string | null, unit: string | null): NamedSensor | null => {
  const named = sensorOfName(name, unit);
  if (deviceClass === null) return named;
  // Formaldehyde has no class of its own.
  if (deviceClass.startsWith('volatile_organic')) return named?.type === 'HCHO' ? named : null;
  const type = Object.hasOwn(CLASSES, deviceClass) ? CLASSES[deviceClass] : undefined;
  if (type === undefined) return null;
  const note = named?.note ?? (isOtherName(name) ? 'CHOOSE' : undefined);
  return { type, unit: unitOfType(type, unit), ...(note === undefined ? {} : { note }) };
};

const NO_VALUE = /^(|unavailable|unknown|none|null|nan)$/i;

export const pushValue = (
  into: { values: DeviceValue[]; missing: string[]; warnings: string[] },
  sensor: string,
  described: NamedSensor,
  raw: Json,
) => {
  const { type, unit, ...note } = described;
  const value = numberOf(raw);
  if (raw === null || NO_VALUE.test(String(raw))) into.missing.push(sensor);
  else if (value === null) into.warnings.push(`${sensor} is no number`);
  else if (unit !== null) into.values.push({ sensor, type, value, unit, ...note });
};
