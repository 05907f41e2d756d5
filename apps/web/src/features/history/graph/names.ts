import type { Level } from '@airdeck/contract/history/query';
import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import { useMemo } from 'react';
import { useSensorName } from '../../../lib/format/sensor-name.ts';
import { useChoices } from '../api/use-choices.ts';
import { placesWith } from '../model/request-text.ts';

const LEVELS = ['organization', 'office', 'department'] as const;

const isLevel = (kind: GraphKind): kind is Level => LEVELS.some((level) => level === kind);

type GraphKind = 'meter' | 'sensor' | 'purifier' | Level;
type Sensor = ChoiceMeter['sensors'][number];
type SensorName = (sensor: Sensor, neighbours: readonly Sensor[]) => string;

interface Named {
  id: number;
  name: string;
  meter: ChoiceMeter;
}

function allOf(kind: Exclude<GraphKind, Level>, meter: ChoiceMeter, sensorName: SensorName): Named[] {
  const { id, name, sensors, purifiers } = meter;
  if (kind === 'meter') return [{ id, name, meter }];
  if (kind === 'purifier') return purifiers.map((each) => ({ id: each.id, name: `${name} · ${each.name}`, meter }));
  return sensors.map((sensor) => {
    // All sensors of a graph have one type, so that a meter's only one needs no name.
    const only = sensors.filter(({ type }) => type === sensor.type).length === 1;
    return { id: sensor.id, name: only ? name : `${name} · ${sensorName(sensor, sensors)}`, meter };
  });
}

/** Names of meters, sensors or purifiers in a legend, with the department where two names would be the same. */
export function namesOf(
  kind: GraphKind,
  meters: readonly ChoiceMeter[],
  ids: readonly number[],
  sensorName: SensorName,
): Map<number, string> {
  if (isLevel(kind)) {
    const places = placesWith(kind, meters);
    const alone = (name: string) => places.filter((each) => each.name === name).length === 1;
    const above = (id: number) =>
      meters.find((meter) => meter[`${kind}_id`] === id)?.[kind === 'department' ? 'office_name' : 'organization_name'];
    return new Map(places.map(({ id, name }) => [id, alone(name) ? name : `${above(id)} ${name}`]));
  }
  const wanted = new Set(ids);
  const named = meters.flatMap((meter) => allOf(kind, meter, sensorName)).filter(({ id }) => wanted.has(id));
  const isAlone = (name: string) => named.filter((each) => each.name === name).length === 1;
  return new Map(named.map(({ id, name, meter }) => [id, isAlone(name) ? name : `${meter.department_name} ${name}`]));
}

/** Names of everything that can be drawn; the id while the names are not loaded. */
export function useNames(kind: GraphKind, ids: readonly number[]): (id: number) => string {
  const { data } = useChoices();
  const sensorName = useSensorName();
  return useMemo(() => {
    const names = namesOf(kind, data ?? [], ids, sensorName);
    return (id) => names.get(id) ?? `#${id}`;
  }, [kind, data, ids, sensorName]);
}

/** Places and names of the drawn items, shared places once: `School · Main · 1F · Lobby, Hall`. */
export function placesOf(
  kind: GraphKind,
  meters: readonly ChoiceMeter[],
  ids: readonly number[],
  sensorName: SensorName,
): string {
  const wanted = new Set(ids);
  const idsOf = (meter: ChoiceMeter) =>
    isLevel(kind) ? [meter[`${kind}_id`]] : allOf(kind, meter, sensorName).map(({ id }) => id);
  const own = meters.filter((meter) => idsOf(meter).some((id) => wanted.has(id)));
  const [first] = own;
  if (first === undefined) return '';
  const shared: string[] = [];
  for (const level of LEVELS) {
    if (level === kind || own.some((meter) => meter[`${level}_id`] !== first[`${level}_id`])) break;
    shared.push(first[`${level}_name`]);
  }
  return [...shared, [...namesOf(kind, own, ids, sensorName).values()].join(', ')].join(' · ');
}

/** Places and names of the drawn items; empty while the names load. */
export function usePlaces(kind: GraphKind, ids: readonly number[]): string {
  const { data } = useChoices();
  const sensorName = useSensorName();
  return useMemo(() => placesOf(kind, data ?? [], ids, sensorName), [kind, data, ids, sensorName]);
}
