import { co2 } from './co2.ts';
import { hcho } from './hcho.ts';
import { humidity } from './humidity.ts';
import { pm1_0 } from './pm1-0.ts';
import { pm2_5 } from './pm2-5.ts';
import { pm10 } from './pm10.ts';
import { temperature } from './temperature.ts';
import type { SensorTypeDescriptor } from './types.ts';

/**
 * All sensor types. The database stores a type as its place in this list (`channelOf`): add new types at the end, and
 * never move or remove one.
 */
export const SENSOR_TYPE_DESCRIPTORS = [
  pm10,
  pm2_5,
  pm1_0,
  co2,
  temperature,
  humidity,
  hcho,
] as const satisfies readonly SensorTypeDescriptor[];
