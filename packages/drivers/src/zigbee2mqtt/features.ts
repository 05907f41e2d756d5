import { field, numberOf, objectOf, stringOf } from '../body.ts';
import { factsBytes, fitting } from '../facts.ts';
import { sensorOfName } from '../sensor-names.ts';
import type { Json, JsonObject } from '../types.ts';
import { MAX_NAME_LENGTH } from '../types.ts';

/** A property that a device publishes or takes, as `bridge/devices` describes it and as it is remembered. */
export interface Feature {
  readonly property: string;
  /** numeric, binary, enum or text */
  readonly kind: string;
  /** Type of the group that it belongs to (fan, switch, light), and its name there (state, mode, speed). */
  readonly group: string | null;
  readonly name: string | null;
  readonly unit: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly values: readonly string[];
  readonly on: Json;
  readonly off: Json;
  /** 1: published, 2: settable, 4: can be asked for. */
  readonly access: number;
}

export const SETTABLE = 2;
const MAX_FEATURES = 200;
const MAX_ENUM_VALUES = 32;

/** A feature of facts, or of an expose, whose keys differ. */
const featureOf = (json: Json, group: string | null): Feature | null => {
  const property = stringOf(field(json, 'property'));
  if (property === null) return null;
  const { kind, type, group: known, name, unit, min, value_min, max, value_max, values, ...rest } = objectOf(json);
  return {
    property: property.slice(0, MAX_NAME_LENGTH),
    kind: stringOf(kind) ?? stringOf(type) ?? '',
    group: stringOf(known) ?? group,
    name: stringOf(name)?.slice(0, MAX_NAME_LENGTH) ?? null,
    unit: stringOf(unit)?.slice(0, 20) ?? null,
    min: numberOf(min ?? value_min),
    max: numberOf(max ?? value_max),
    values: Array.isArray(values)
      ? values.flatMap((each: Json) => stringOf(each)?.slice(0, 40) ?? []).slice(0, MAX_ENUM_VALUES)
      : [],
    on: rest.on ?? rest.value_on ?? null,
    off: rest.off ?? rest.value_off ?? null,
    access: numberOf(rest.access) ?? 1,
  };
};

/** The features of exposes, those of groups included; composite values have none of their own. */
export const featuresOf = (exposes: Json | undefined, group: string | null = null): Feature[] =>
  (Array.isArray(exposes) ? exposes : []).flatMap((each: Json) => {
    const features = field(each, 'features');
    if (features === undefined) return featureOf(each, group) ?? [];
    const type = stringOf(field(each, 'type'));
    return group === null && type !== 'composite' ? featuresOf(features, type) : [];
  });

/** Facts of a feature, without empty fields. */
const compact = (feature: Feature): JsonObject =>
  Object.fromEntries(
    Object.entries(feature).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );

export const factsOf = (definition: JsonObject): Json => {
  const model = stringOf(definition.model)?.slice(0, MAX_NAME_LENGTH) ?? '';
  const all = featuresOf(definition.exposes);
  // Features that the driver uses stand first, in case the facts are full.
  const ranked = [...all.filter(isUseful), ...all.filter((each) => !isUseful(each))].slice(0, MAX_FEATURES);
  return { model, exposes: fitting(ranked.map(compact), factsBytes({ model, exposes: [] })) };
};
const isUseful = ({ group, property, unit }: Feature): boolean =>
  group !== null || /fan|filter|led|speed/.test(property) || sensorOfName(property, unit) !== null;
