import { MAX_SERIES_POINTS } from '@airdeck/contract/history/bounds';
import type { RoomVentilation } from '@airdeck/contract/report/monthly';
import { median } from '@airdeck/domain/insight/statistics';
import { EVENING_MS } from '@airdeck/domain/insight/ventilation';
import { type DayRange, dayCount } from '@airdeck/domain/range';
import { localName } from '../../../registry/registry.ts';
import type { Department, Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { FactsRow } from '../compliance/facility-queries.ts';
import { createPlaceFacts } from '../compliance/place-facts.ts';
import { co2Channels, type Evening, loadEvenings, presentRates, rateOf } from '../ventilation/evenings.ts';

/** Meters whose evenings are in memory at the same time. */
const METERS_AT_ONCE = 20;

/** The reason of most evenings. */
const usualRefusal = (evenings: readonly Evening[]): NonNullable<RoomVentilation['refused']> => {
  const counts = new Map<NonNullable<RoomVentilation['refused']>, number>();
  for (const { fall } of evenings) if (typeof fall === 'string') counts.set(fall, (counts.get(fall) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'NO_EVENING';
};

/** The rates of a room. Its meters count as one on each evening, with their range. */
const ratesOfRoom = (meters: readonly (readonly Evening[])[]): RoomVentilation['rates'] => {
  const byDay = new Map<string, number[]>();
  for (const evening of meters.flat()) {
    const rates = rateOf(evening);
    if (rates.length > 0) byDay.set(evening.day, [...(byDay.get(evening.day) ?? []), ...rates]);
  }
  const all = presentRates([...byDay.values()].flat());
  const evenings = presentRates([...byDay.values()].map(median));
  return all && evenings && { ...evenings, lowest: all.lowest, highest: all.highest };
};

/** Air changes of the rooms of an office, the slowest first, then those without a rate; null: too many readings. */
export const monthVentilation = async (
  context: RequestContext,
  meters: readonly Meter[],
  days: DayRange,
  facts: readonly FactsRow[],
): Promise<RoomVentilation[] | null> => {
  const measuring = meters.filter((meter) => co2Channels(meter).length > 0);
  const points = measuring.reduce((sum, { intervalS }) => sum + (dayCount(days) * EVENING_MS) / 1000 / intervalS, 0);
  if (points > MAX_SERIES_POINTS) return null;
  const factsFor = createPlaceFacts(facts);
  const evenings = new Map<Department, (Evening[] | null)[]>(meters.map(({ department }) => [department, []]));
  for (let i = 0; i < measuring.length; i += METERS_AT_ONCE) {
    const some = measuring.slice(i, i + METERS_AT_ONCE);
    const rooms = some.map((meter) => ({ meter, facts: factsFor(meter.department) }));
    for (const [at, each] of (await loadEvenings(context, rooms, days, null)).entries()) {
      const department = some[at]?.department;
      if (department !== undefined) evenings.get(department)?.push(each);
    }
  }
  return [...evenings]
    .map(([department, all]): RoomVentilation => {
      const room = { department_id: department.id, name: localName(department, context.language) };
      const known = all.filter((each) => each !== null);
      const rates = ratesOfRoom(known);
      if (rates !== null) return { ...room, rates, refused: null };
      const refused = all.length === 0 ? 'NO_CO2' : known.length === 0 ? 'NO_HOURS' : usualRefusal(known.flat());
      return { ...room, rates: null, refused };
    })
    .sort((a, b) => (a.rates?.median ?? Number.POSITIVE_INFINITY) - (b.rates?.median ?? Number.POSITIVE_INFINITY));
};
