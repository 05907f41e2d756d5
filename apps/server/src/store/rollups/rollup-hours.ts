import { type MeterIndex, meterIndex } from '@airdeck/domain/air-index';
import { addDays, hourStart, hoursOfDay, localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Tx } from '../../platform/db/pool.ts';
import type { Meter, SitePicture } from '../../site/picture.ts';
import { thresholdsOn } from '../../site/site.ts';
import type { MeterHour } from '../frames/dirty-hours.ts';
import { clearMarks, loadDays, type Mark, readMarks, saveDays, takeRollupLock } from './rollup-queries.ts';
import { adopt, cellOf, type DayDraft, type HourCell, INDEX_CHANNEL, replaceHour } from './rollup-rows.ts';
import { type HourSpan, type HourSum, sumHours } from './sum-hours-queries.ts';

/** An hour to make anew: where it lies, and in which day. */
interface Task extends HourSpan {
  meter: Meter;
  day: string;
  /** Place of the hour among the day's, and how many those are. */
  hour: number;
  hours: number;
}

const taskOf = (meter: Meter, mark: MeterHour): Task => {
  const zone = meter.organization.timeZone;
  const start = hourStart(mark.hour, zone);
  const day = localDay(start, zone);
  const starts = hoursOfDay(day, zone);
  const hour = starts.indexOf(start);
  const end = starts[hour + 1] ?? startOfLocalDay(addDays(day, 1), zone);
  return { meterId: meter.id, meter, day, hour, hours: starts.length, start, end };
};

/** Marks of meters that are gone have nobody left to look at their hours. */
const tasksOf = (picture: SitePicture, marks: readonly Mark[]): Task[] => {
  const tasks = new Map<string, Task>();
  for (const mark of marks) {
    const meter = picture.meters.get(mark.meterId);
    if (!meter) continue;
    const task = taskOf(meter, mark);
    tasks.set(`${task.meterId}@${task.start}`, task);
  }
  return [...tasks.values()];
};

/** Index of the means of what the meter's sensors measured in an hour. */
const indexOf = (meter: Meter, sums: readonly HourSum[], thresholds: Thresholds): MeterIndex | null =>
  meterIndex(
    sums.flatMap(({ channel, sum, count }) => {
      const sensor = meter.sensors.get(channel);
      return sensor ? [{ type: sensor.type, value: fromTicks(sensor.type, sum / count) }] : [];
    }),
    thresholds,
  );

const keyOf = (meterId: number, day: string): string => `${meterId}@${day}`;

/** The days that these hours belong to, as they are stored. */
const loadDrafts = async (tx: Tx, tasks: readonly Task[]): Promise<Map<string, DayDraft>> => {
  const drafts = new Map<string, DayDraft>();
  for (const { meterId, day, hours } of tasks) {
    drafts.set(keyOf(meterId, day), { meterId, day, hours, channels: new Map() });
  }
  for (const row of await loadDays(tx, [...drafts.values()])) {
    const draft = drafts.get(keyOf(row.meter_id, row.day));
    if (draft) adopt(draft, row);
  }
  return drafts;
};

/** What becomes of an hour: its channels, and the index of their means. */
const cellsOf = (picture: SitePicture, { meter, day }: Task, sums: readonly HourSum[]): HourCell[] => {
  const frames = sums.find(({ channel }) => channel === INDEX_CHANNEL)?.count ?? 0;
  if (frames === 0) return [];
  const readings = sums.filter(({ channel }) => channel !== INDEX_CHANNEL);
  const index = indexOf(meter, readings, thresholdsOn(picture, meter.organization.id, day));
  const tenths = index && Math.round(index.index * 10);
  return [...readings.map(cellOf), { channel: INDEX_CHANNEL, count: frames, sum: tenths, min: tenths, max: tenths }];
};

const rollTasks = async (tx: Tx, picture: SitePicture, tasks: readonly Task[]): Promise<void> => {
  const sums = tasks.map((): HourSum[] => []);
  for (const sum of await sumHours(tx, tasks)) sums[sum.at]?.push(sum);
  const drafts = await loadDrafts(tx, tasks);
  for (const [at, task] of tasks.entries()) {
    const draft = drafts.get(keyOf(task.meterId, task.day));
    if (draft) replaceHour(draft, task.hour, cellsOf(picture, task, sums[at] ?? []));
  }
  const rows = [...drafts.values()].flatMap((draft) => [...draft.channels.values()]);
  if (rows.length > 0) await saveDays(tx, rows);
};

/**
 * Makes the rollups of these hours anew from their frames and takes their marks away, all or nothing. A mark that a
 * writer touches meanwhile stays, and so its hour comes again. Answers the meters, or null when another server is at
 * it. What had been stored before, but not marked, when this began must have been committed: see DirtyHours.
 */
export const rollHours = async (
  tx: Tx,
  picture: SitePicture,
  hours: readonly MeterHour[],
): Promise<number[] | null> => {
  if (!(await takeRollupLock(tx))) return null;
  const marks = await readMarks(tx, hours);
  const tasks = tasksOf(picture, marks);
  if (tasks.length > 0) await rollTasks(tx, picture, tasks);
  await clearMarks(tx, marks);
  return [...new Set(tasks.map((task) => task.meterId))];
};
