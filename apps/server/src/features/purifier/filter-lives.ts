import type { FilterLifeView, PurifierFilters } from '@airdeck/contract/purifier/filter';
import { localDay } from '@airdeck/domain/calendar';
import { DAY_MS } from '@airdeck/domain/duration';
import { filterLife, USE_WINDOW_MS } from '@airdeck/domain/purifier/filter-life';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Purifier } from '../../registry/snapshot.ts';
import { type CounterRow, listCounters } from './filter-queries.ts';
import { counterOf, listReplacementsSince, type ReplacementRow } from './replacement-queries.ts';

const round = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;

const lifeOf = (
  { last_time, state, first_time, first_use_h }: CounterRow,
  index: number,
  replacements: readonly ReplacementRow[],
  { timeZone, now }: { timeZone: string; now: number },
): FilterLifeView => {
  const firstH = first_use_h[index];
  const first = { time: first_time.getTime(), beforeH: firstH ?? 0, afterH: firstH ?? 0 };
  const last = replacements.at(-1);
  const readings = [
    ...(firstH === undefined ? [] : [first]),
    ...replacements.map(counterOf).filter(({ time }) => time > first.time),
  ];
  const life = filterLife({ time: last_time.getTime(), h: state.filter_use_h[index] ?? 0 }, state.filter_period_h, {
    replacement: last ? counterOf(last) : null,
    readings,
  });
  return {
    number: index + 1,
    used_h: round(life.usedH, 1),
    period_h: life.periodH,
    level: life.level,
    hours_per_day: life.hoursPerDay === null ? null : round(life.hoursPerDay, 1),
    days_left: life.dueTime === null ? null : round((life.dueTime - now) / DAY_MS, 1),
    due_day: life.dueTime === null ? null : localDay(life.dueTime, timeZone),
    replaced: last
      ? {
          id: last.id,
          time: last.time.toISOString(),
          source: last.source,
          login: last.user_login,
          used_h: round(last.used_h, 1),
        }
      : null,
  };
};

/** How far the filters of purifiers are, by their last reports. Those that have reported none are left out. */
export const readFilterLives = async (
  db: Db | Tx,
  purifiers: readonly Purifier[],
  now: number,
): Promise<PurifierFilters[]> => {
  const ids = purifiers.map(({ id }) => id);
  const since = now - USE_WINDOW_MS;
  const counters = new Map((await listCounters(db, ids, since)).map((row) => [row.purifier_id, row]));
  const filterKey = (purifierId: number, filter: number): string => `${purifierId}/${filter}`;
  const replaced = new Map<string, ReplacementRow[]>();
  for (const each of await listReplacementsSince(db, ids, since)) {
    const key = filterKey(each.purifier_id, each.filter);
    replaced.set(key, [...(replaced.get(key) ?? []), each]);
  }
  return purifiers.flatMap(({ id, meter }) => {
    const row = counters.get(id);
    if (row === undefined || row.state.filter_use_h.length === 0) return [];
    const { timeZone } = meter.organization;
    const filters = row.state.filter_use_h.map((_, index) =>
      lifeOf(row, index, replaced.get(filterKey(id, index + 1)) ?? [], { timeZone, now }),
    );
    return { purifier_id: id, time_zone: timeZone, filters };
  });
};
