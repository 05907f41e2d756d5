export const SENSOR_TYPES = ['PM10', 'PM2.5', 'PM1.0', 'CO2', 'TEMPERATURE', 'HUMIDITY', 'HCHO'] as const;
export type SensorType = (typeof SENSOR_TYPES)[number];

/** The types that carry a grade and count in the index; temperature and humidity have two-sided bands instead. */
export const GRADED_TYPES = ['PM10', 'PM2.5', 'PM1.0', 'CO2', 'HCHO'] as const satisfies readonly SensorType[];
export type GradedType = (typeof GRADED_TYPES)[number];

export type SensorTypeInfo = {
  /** Canonical unit of every stored and displayed value. */
  readonly unit: string;
  /** Number of stored decimal digits: the resolution is 10^-digits. */
  readonly digits: number;
  /** Default accepted range, both ends included; an administrator may narrow it. */
  readonly min: number;
  readonly max: number;
  /** Value at which the sub-index reaches 500; null for types without a grade. */
  readonly top: number | null;
};

export const SENSOR_TYPE_INFO: Readonly<Record<SensorType, SensorTypeInfo>> = {
  PM10: { unit: 'µg/m³', digits: 1, min: 0, max: 1000, top: 600 },
  'PM2.5': { unit: 'µg/m³', digits: 1, min: 0, max: 1000, top: 500 },
  'PM1.0': { unit: 'µg/m³', digits: 1, min: 0, max: 1000, top: 500 },
  CO2: { unit: 'ppm', digits: 0, min: 0, max: 10_000, top: 5000 },
  TEMPERATURE: { unit: '°C', digits: 2, min: -40, max: 125, top: null },
  HUMIDITY: { unit: '%', digits: 2, min: 0, max: 100, top: null },
  HCHO: { unit: 'mg/m³', digits: 3, min: 0, max: 5, top: 1 },
};

/** Narrows to the types that carry a grade. */
export function isGraded(type: SensorType): type is GradedType {
  return type !== 'TEMPERATURE' && type !== 'HUMIDITY';
}
