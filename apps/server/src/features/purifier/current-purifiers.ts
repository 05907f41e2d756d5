import type { CurrentPurifier, CurrentPurifiers, CurrentPurifiersQuery } from '@airdeck/contract/purifier/current';
import type { PurifierFilters } from '@airdeck/contract/purifier/filter';
import type { Language } from '@airdeck/contract/user/schema';
import { WEEK_MS } from '@airdeck/domain/duration';
import type { Scope } from '@airdeck/domain/policy/may';
import { FILTER_LEVELS, type FilterLevel } from '@airdeck/domain/purifier/filter-life';
import { activityOf, workMode } from '@airdeck/domain/purifier-state';
import type { Db } from '../../platform/db/pool.ts';
import { pageAnswer } from '../../platform/db/read-page.ts';
import { localName } from '../../registry/registry.ts';
import type { Purifier, RegistrySnapshot } from '../../registry/snapshot.ts';
import { presentController } from '../../resource/controller-view.ts';
import { type CurrentRow, listCurrent, listSince, type SinceRow } from './current-queries.ts';
import { readFilterLives } from './filter-lives.ts';

/** The start of an activity is not searched further back: a longer duration matters to no one. */
const LOOK_BACK_MS = 2 * WEEK_MS;

/** The further a filter is, the later its level stands here. */
const rankOf = (level: FilterLevel): number => ['UNKNOWN', 'FINE', 'DUE', 'EXPIRED'].indexOf(level);

const worstOf = (filters: PurifierFilters | undefined): Pick<CurrentPurifier, 'filter_level' | 'filter_days_left'> => {
  const levels = (filters?.filters ?? []).map(({ level }) => level);
  const days = (filters?.filters ?? []).flatMap(({ days_left }) => days_left ?? []);
  return {
    filter_level:
      FILTER_LEVELS.filter((level) => levels.includes(level)).toSorted((a, b) => rankOf(b) - rankOf(a))[0] ?? null,
    filter_days_left: days.length === 0 ? null : Math.min(...days),
  };
};

const viewOf = (
  purifier: Purifier,
  { state, last_time, is_stale, controller }: CurrentRow,
  since: SinceRow | undefined,
  filters: PurifierFilters | undefined,
  { language, now }: { language: Language; now: number },
): CurrentPurifier => {
  const { meter } = purifier;
  return {
    id: purifier.id,
    name: localName(purifier, language),
    model: purifier.model,
    meter_id: meter.id,
    meter_name: localName(meter, language),
    organization_name: localName(meter.organization, language),
    office_name: localName(meter.department.office, language),
    department_name: localName(meter.department, language),
    time_zone: meter.organization.timeZone,
    state,
    work_mode: state && workMode(state),
    since: since?.since.toISOString() ?? null,
    since_longer: since?.is_longer ?? false,
    collected_time: last_time?.toISOString() ?? null,
    stale: is_stale,
    controlled_by: presentController(controller, now),
    ...worstOf(filters),
  };
};

/** A page of what purifiers reported last. */
export const readCurrentPurifiers = async (
  db: Db,
  {
    snapshot,
    scope,
    language,
    now,
  }: {
    snapshot: RegistrySnapshot;
    scope: Scope;
    language: Language;
    now: number;
  },
  query: CurrentPurifiersQuery,
): Promise<CurrentPurifiers> => {
  const { rows, total, activities, controllers } = await listCurrent(db, scope, query, language, now);
  const known = rows.flatMap((row) => {
    const purifier = snapshot.purifiers.get(row.id);
    return purifier ? [{ row, purifier }] : [];
  });
  const active = known.flatMap(({ row }) =>
    row.state ? [{ id: row.id, activity: activityOf(row.state, false) }] : [],
  );
  const since = new Map((await listSince(db, active, now - LOOK_BACK_MS)).map((row) => [row.purifier_id, row]));
  const lives = await readFilterLives(
    db,
    known.map(({ purifier }) => purifier),
    now,
  );
  const filters = new Map(lives.map((each) => [each.purifier_id, each]));
  const content = known.map(({ row, purifier }) =>
    viewOf(purifier, row, since.get(row.id), filters.get(row.id), { language, now }),
  );
  return { ...pageAnswer(content, total, query.size), activities, controllers };
};
