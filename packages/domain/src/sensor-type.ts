import { SENSOR_TYPE_DESCRIPTORS } from './sensor-types/index.ts';
import type { Scale, SensorTypeDescriptor } from './sensor-types/types.ts';

type Descriptor = (typeof SENSOR_TYPE_DESCRIPTORS)[number];

export type SensorType = Descriptor['type'];
/** The sensor types that are rated by a scale. */
export type TypeOfScale<S extends Scale> = Extract<Descriptor, { readonly scale: S }>['type'];
/** The types that carry a grade and count in the index; temperature and humidity have two-sided bands instead. */
export type GradedType = TypeOfScale<'GRADE'>;

/** In the stored order (`SENSOR_TYPE_DESCRIPTORS`). */
export const SENSOR_TYPES: readonly SensorType[] = SENSOR_TYPE_DESCRIPTORS.map(({ type }) => type);

/** A table of one property of every sensor type. */
export function tableOf<T>(pick: (descriptor: SensorTypeDescriptor) => T): Readonly<Record<SensorType, T>> {
  return Object.fromEntries(SENSOR_TYPE_DESCRIPTORS.map((each) => [each.type, pick(each)])) as Record<SensorType, T>;
}

export type SensorTypeInfo = Pick<SensorTypeDescriptor, 'unit' | 'digits' | 'min' | 'max' | 'top'>;

export const SENSOR_TYPE_INFO = tableOf<SensorTypeInfo>(({ unit, digits, min, max, top }) => ({
  unit,
  digits,
  min,
  max,
  top,
}));

export const SCALE_OF = tableOf(({ scale }) => scale);

/** Narrows to the types that are rated by a scale. */
export function hasScale<S extends Scale>(type: SensorType, scale: S): type is TypeOfScale<S> {
  return SCALE_OF[type] === scale;
}

/** Narrows to the types that carry a grade. */
export function isGraded(type: SensorType): type is GradedType {
  return hasScale(type, 'GRADE');
}

export const GRADED_TYPES: readonly GradedType[] = SENSOR_TYPES.filter(isGraded);

/** The particle types, in the order of wall displays. */
export const PARTICLE_TYPES = SENSOR_TYPE_DESCRIPTORS.filter(({ category }) => category === 'PARTICLE')
  .toSorted((a, b) => a.wallOrder - b.wallOrder)
  .map(({ type }) => type);

/** Place of each type among the values of a room on a wall display, lowest first. */
export const WALL_ORDER = tableOf(({ wallOrder }) => wallOrder);

type PhraseKey<T extends string> = T extends `${infer Head}.${infer Tail}` ? `${Head}_${Tail}` : T;
/** A sensor type as a key of texts, where a period would separate two keys: `PM2_5`. */
export type SensorPhraseKey = PhraseKey<SensorType>;

export function sensorPhraseKey<T extends SensorType>(type: T): PhraseKey<T> {
  return type.replace('.', '_') as PhraseKey<T>;
}
