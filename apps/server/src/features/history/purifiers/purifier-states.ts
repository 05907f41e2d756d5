import type { purifierStatesQuery } from '@airdeck/contract/history/query';
import type { PurifierSpan } from '@airdeck/contract/history/schema';
import { addDays, startOfLocalDay } from '@airdeck/domain/calendar';
import { workMode } from '@airdeck/domain/purifier-state';
import type { z } from 'zod';
import type { Purifier } from '../../../site/picture.ts';
import { CHUNK_ROWS, type OpenList } from '../list/row-list.ts';
import { createRowPurifiers } from '../list/row-meter.ts';
import { checkPeriod, checkRollupRows, type Period } from '../request/period.ts';
import { purifiersOf } from '../request/scope.ts';
import { isNewestFirst } from '../request/sort.ts';
import { countSpans, listSpans, type PurifierStretch, type SpanRow } from './purifier-state-queries.ts';

const stretchOf = ({ id, meter }: Purifier, { startTime, endTime }: Period): PurifierStretch => {
  const zone = meter.organization.timeZone;
  return { purifierId: id, start: startOfLocalDay(startTime, zone), end: startOfLocalDay(addDays(endTime, 1), zone) };
};

interface DayRun {
  firstDay: number;
  lastDay: number;
  rows: number;
}

/** Joins days in the list's order until they have a chunk's worth of rows. */
const runsOf = (days: readonly { day: number; spans: number }[]): DayRun[] => {
  const runs: DayRun[] = [];
  for (const { day, spans } of days) {
    const last = runs.at(-1);
    if (!last || last.rows >= CHUNK_ROWS) {
      runs.push({ firstDay: day, lastDay: day, rows: spans });
      continue;
    }
    last.firstDay = Math.min(last.firstDay, day);
    last.lastDay = Math.max(last.lastDay, day);
    last.rows += spans;
  }
  return runs;
};

/** What purifiers reported: a row for each change. */
export const openPurifierStates: OpenList<z.output<typeof purifierStatesQuery>, PurifierSpan> = async (look, query) => {
  const purifiers = purifiersOf(look, query);
  const newestFirst = isNewestFirst(query.sort, 'time');
  checkPeriod(query, new Set(purifiers.map(({ meter }) => meter.organization)), look.now);
  checkRollupRows(purifiers.length, query, 'day');
  const stretches = purifiers.map((purifier) => stretchOf(purifier, query));
  const days = await look.read((tx) => countSpans(tx, stretches));
  const total = days.reduce((sum, { spans }) => sum + spans, 0);
  const rowPurifier = createRowPurifiers(look.language);
  const toRow = ({ at, time, last_time, state }: SpanRow): PurifierSpan => ({
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
      for (const { rows, ...run } of runsOf(newestFirst ? days.toReversed() : days)) {
        for (let offset = skipped; offset < rows && left > 0; offset += CHUNK_ROWS) {
          const limit = Math.min(CHUNK_ROWS, left);
          const page = await look.read((tx) => listSpans(tx, stretches, { ...run, newestFirst, offset, limit }));
          yield page.map(toRow);
          left -= page.length;
        }
        skipped = Math.max(0, skipped - rows);
      }
    },
  };
};
