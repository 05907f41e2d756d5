import { dayRangeOf, type purifierStatesQuery } from '@airdeck/contract/history/query';
import type { PurifierSpan } from '@airdeck/contract/history/schema';
import { workMode } from '@airdeck/domain/purifier-state';
import { timeRangeOf } from '@airdeck/domain/range';
import type { z } from 'zod';
import type { Purifier } from '../../../registry/snapshot.ts';
import { MAX_CHUNK_ROWS, type OpenList } from '../list/row-list.ts';
import { createRowPurifiers } from '../list/row-meter.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { purifiersOf } from '../request/filter.ts';
import { isNewestFirst } from '../request/sort.ts';
import { countStates, listStates, type StateRow } from './purifier-state-queries.ts';

/** UTC days (since 1970) that are read together. */
interface DayGroup {
  firstDay: number;
  lastDay: number;
  rows: number;
}

/** Groups days in the list's order until they have a chunk's worth of rows. */
const groupsOf = (days: readonly { day: number; states: number }[]): DayGroup[] => {
  const groups: DayGroup[] = [];
  for (const { day, states } of days) {
    const last = groups.at(-1);
    if (!last || last.rows >= MAX_CHUNK_ROWS) {
      groups.push({ firstDay: day, lastDay: day, rows: states });
      continue;
    }
    last.firstDay = Math.min(last.firstDay, day);
    last.lastDay = Math.max(last.lastDay, day);
    last.rows += states;
  }
  return groups;
};

/** States of purifiers: a row for each change. */
export const openPurifierStates: OpenList<z.output<typeof purifierStatesQuery>, PurifierSpan> = async (
  context,
  query,
) => {
  const purifiers = purifiersOf(context, query);
  const newestFirst = isNewestFirst(query.sort);
  const asked = dayRangeOf(query);
  checkDays(asked, new Set(purifiers.map(({ meter }) => meter.organization)), context.now);
  checkRollupRows(context, purifiers.length, asked, 'day');
  const ranges = purifiers.map(({ id, meter }) => ({
    purifierId: id,
    ...timeRangeOf(asked, meter.organization.timeZone),
  }));
  const modes = query.workMode ?? null;
  const days = await context.read((tx) => countStates(tx, ranges, modes));
  const total = days.reduce((sum, { states }) => sum + states, 0);
  const rowPurifier = createRowPurifiers(context.language);
  const toRow = ({ at, time, last_time, state }: StateRow): PurifierSpan => ({
    ...rowPurifier(purifiers[at] as Purifier),
    time: time.toISOString(),
    last_time: last_time.toISOString(),
    work_mode: workMode(state),
    state,
  });
  return {
    total,
    async *chunks(from, to) {
      let skipped = from;
      let left = to - from;
      for (const { rows, ...group } of groupsOf(newestFirst ? days.toReversed() : days)) {
        for (let offset = skipped; offset < rows && left > 0; offset += MAX_CHUNK_ROWS) {
          const limit = Math.min(MAX_CHUNK_ROWS, left);
          const page = await context.read((tx) =>
            listStates(tx, ranges, { ...group, newestFirst, modes, offset, limit }),
          );
          yield page.map(toRow);
          left -= page.length;
        }
        skipped = Math.max(0, skipped - rows);
      }
    },
  };
};
