import { bucketsOf } from '@airdeck/domain/bucket';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { type BucketTable, readBucketTable, USUAL_CHANNELS } from '../../../store/history/bucket-table.ts';
import type { CellQuestion } from './cells.ts';

/** Meters that are read at once: few, so that the process is not blocked for long; more of them if little is read of each. */
const MIN_METERS_AT_ONCE = 100;
const CELLS_AT_ONCE = 25_000;

const metersAtOnce = (meters: readonly Meter[], { channels, unit, days }: CellQuestion): number => {
  const [first] = meters;
  const buckets = first ? bucketsOf(unit, days.from, days.to, first.organization.timeZone).length : 1;
  const cells = Math.max(1, buckets * (channels?.length ?? USUAL_CHANNELS));
  return Math.max(MIN_METERS_AT_ONCE, Math.floor(CELLS_AT_ONCE / cells));
};

/**
 * Buckets of many meters, a few meters at a time in their order. The database reads the next ones while the caller works
 * with these.
 */
export async function* readTables(
  { read, snapshot, readsAtOnce = 1 }: Pick<RequestContext, 'read' | 'snapshot' | 'readsAtOnce'>,
  meters: readonly Meter[],
  question: CellQuestion,
): AsyncGenerator<{ meters: readonly Meter[]; table: BucketTable }, undefined> {
  const { channels, unit, days } = question;
  const atOnce = metersAtOnce(meters, question);
  const readFrom = (from: number) => {
    const some = meters.slice(from, from + atOnce);
    const table = read((tx) => readBucketTable(tx, snapshot, { meters: some, channels, unit, ...days }));
    // Its failure is seen by the next step; who stops before does not need it.
    table.catch(() => undefined);
    return { meters: some, table };
  };
  const ahead: ReturnType<typeof readFrom>[] = [];
  let from = 0;
  const readAhead = (): void => {
    for (; ahead.length < readsAtOnce && from < meters.length; from += atOnce) ahead.push(readFrom(from));
  };
  readAhead();
  for (let next = ahead.shift(); next; next = ahead.shift()) {
    const table = await next.table;
    readAhead();
    yield { meters: next.meters, table };
  }
  return undefined;
}
