import type { Handling } from '@airdeck/contract/monitoring/schema';
import { SEVERITIES, type Severity } from '@airdeck/contract/standard/schema';
import type { Place } from '../assess/places.ts';

/** An open alarm of a meter's air or silence. */
export interface OpenAirAlarm {
  id: number;
  /** Its cause, such as the alarm of a silent gateway; its own id without one. */
  root_id: number;
  meter_id: number;
  about: 'AIR' | 'SILENCE';
  code: string;
  severity: Severity;
  handled_by: string | null;
  handled_at: Date | null;
}

/** Open alarms of bad air and silence by meter. */
export interface OpenAlarms {
  replaceAll(alarms: readonly OpenAirAlarm[]): void;
  /** Replaces the alarms of these ids, and their symptoms, by those that are still open. */
  replace(ids: readonly number[], alarms: readonly OpenAirAlarm[]): void;
  /** Who takes care of the place's alarms; the same object while that does not change. */
  handlingOf(place: Place): Handling | null;
  /** The same for the air or the silence of one meter. */
  handlingOfMeter(meterId: number, about: OpenAirAlarm['about']): Handling | null;
  /** Error code of the meter's worst such alarm; null without one. */
  codeOf(meterId: number, about: OpenAirAlarm['about']): string | null;
}

/** Who acknowledged a single alarm. */
export const handlingOfOne = (by: string | null, at: Date | null): Handling | null =>
  at && { alarms: 1, handled: 1, by: by ?? '–', at: at.toISOString() };

/** A cause and all its symptoms count as one. */
const summarize = (alarms: readonly OpenAirAlarm[]): Handling | null => {
  const roots = new Map(alarms.map((alarm) => [alarm.root_id, alarm]));
  const handled = [...roots.values()].filter(({ handled_at }) => handled_at !== null);
  const time = ({ handled_at }: OpenAirAlarm): number => handled_at?.getTime() ?? 0;
  const [last] = handled.toSorted((a, b) => time(b) - time(a) || b.root_id - a.root_id);
  const one = last && handlingOfOne(last.handled_by, last.handled_at);
  return one ? { ...one, alarms: roots.size, handled: handled.length } : null;
};

const isSame = (a: Handling | null, b: Handling | null): boolean =>
  a === b || (a?.alarms === b?.alarms && a?.handled === b?.handled && a?.by === b?.by && a?.at === b?.at);

const byWorst = (a: OpenAirAlarm, b: OpenAirAlarm): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || b.id - a.id;

const ABOUT = ['AIR', 'SILENCE'] as const;

/** Open alarms of one meter. */
interface MeterAlarms {
  alarms: Map<number, OpenAirAlarm>;
  handling: Record<OpenAirAlarm['about'], Handling | null>;
}

export const createOpenAlarms = (): OpenAlarms => {
  const all = new Map<number, OpenAirAlarm>();
  /** Ids of symptoms by their cause. */
  const symptoms = new Map<number, Set<number>>();
  const byMeter = new Map<number, MeterAlarms>();
  const ofPlaces = new WeakMap<Place, { revision: number; handling: Handling | null }>();
  let revision = 0;

  const listOf = (meterId: number, about: OpenAirAlarm['about']): OpenAirAlarm[] =>
    [...(byMeter.get(meterId)?.alarms.values() ?? [])].filter((alarm) => alarm.about === about);

  const remove = (id: number): number | undefined => {
    const alarm = all.get(id);
    if (!alarm) return undefined;
    all.delete(id);
    symptoms.get(alarm.root_id)?.delete(id);
    if (symptoms.get(alarm.root_id)?.size === 0) symptoms.delete(alarm.root_id);
    byMeter.get(alarm.meter_id)?.alarms.delete(id);
    return alarm.meter_id;
  };

  const add = (alarm: OpenAirAlarm): number => {
    all.set(alarm.id, alarm);
    if (alarm.root_id !== alarm.id)
      symptoms.set(alarm.root_id, (symptoms.get(alarm.root_id) ?? new Set()).add(alarm.id));
    const meter = byMeter.get(alarm.meter_id) ?? { alarms: new Map(), handling: { AIR: null, SILENCE: null } };
    meter.alarms.set(alarm.id, alarm);
    byMeter.set(alarm.meter_id, meter);
    return alarm.meter_id;
  };

  const change = (ids: Iterable<number>, alarms: readonly OpenAirAlarm[]): void => {
    revision++;
    const meters = new Set([...[...ids].map(remove), ...alarms.map(add)]);
    for (const id of meters) {
      const meter = id === undefined ? undefined : byMeter.get(id);
      if (id === undefined || !meter) continue;
      for (const about of ABOUT) {
        const now = summarize(listOf(id, about));
        if (!isSame(meter.handling[about], now)) meter.handling[about] = now;
      }
      if (meter.alarms.size === 0) byMeter.delete(id);
    }
  };

  const handlingOf = (place: Place): Handling | null => {
    const before = ofPlaces.get(place);
    if (before?.revision === revision) return before.handling;
    const now = summarize(place.meters.flatMap(({ id }) => [...(byMeter.get(id)?.alarms.values() ?? [])]));
    const handling = before && isSame(before.handling, now) ? before.handling : now;
    ofPlaces.set(place, { revision, handling });
    return handling;
  };

  return {
    replaceAll: (alarms) => change([...all.keys()], alarms),
    replace: (ids, alarms) => change(new Set(ids.flatMap((id) => [id, ...(symptoms.get(id) ?? [])])), alarms),
    handlingOf,
    handlingOfMeter: (meterId, about) => byMeter.get(meterId)?.handling[about] ?? null,
    codeOf: (meterId, about) => listOf(meterId, about).toSorted(byWorst)[0]?.code ?? null,
  };
};
