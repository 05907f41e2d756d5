import type { LiveEvent } from '@airdeck/contract/live/event';
import type { getPurifiers } from '@airdeck/contract/monitoring/routes';
import type {
  CardList,
  MeterSensors,
  SensorCard,
  SensorCourse,
  SensorList,
  SensorNow,
  TreeNode,
} from '@airdeck/contract/monitoring/schema';
import { localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import type { z } from 'zod';

type CardsEvent = Extract<LiveEvent, { type: 'cards' }>;

/** Cards with the changes of an event; the others stay the same objects. An event that is not newer is ignored. */
export function mergeCards(list: CardList, event: CardsEvent): CardList {
  if (Date.parse(event.time) <= Date.parse(list.time)) return list;
  const changes = new Map(event.cards.map((card) => [card.id, card]));
  const cards = list.cards.map((card) => {
    const change = changes.get(card.id);
    return change === undefined ? card : { ...card, ...change };
  });
  return { ...list, time: event.time, meters: event.meters, cards };
}

/** A timeline has a mean for each ten minutes. */
export const SLOT_MS = 600_000;

interface CourseClock {
  timeZone: string;
  interval_s: number;
  /** Lists of many meters have no timelines. */
  keepsCourse: boolean;
}

type Today = Pick<SensorCard, 'course' | 'today_min' | 'today_max'>;

function withReading(course: Today['course'], slot: number, value: number, reading: number): Today['course'] {
  const filled = [...course];
  while (filled.length <= slot) filled.push(null);
  const mean = filled[slot] ?? null;
  filled[slot] = mean === null ? value : mean + (value - mean) / reading;
  return filled;
}

/**
 * Today's timeline, minimum and maximum of a sensor after one more reading; a reading of a new day starts a new one.
 * The number of readings in a mean is derived from the clock, as if none had been missed.
 */
function todayWithReading(sensor: SensorCard, now: SensorNow, clock: CourseClock): Today {
  const { course, today_min, today_max } = sensor;
  if (now.value === null || now.time === null || now.time === sensor.time) return { course, today_min, today_max };
  const at = Date.parse(now.time);
  const day = localDay(at, clock.timeZone);
  const sameDay = sensor.time !== null && localDay(Date.parse(sensor.time), clock.timeZone) === day;
  const since = at - startOfLocalDay(day, clock.timeZone);
  const slot = Math.floor(since / SLOT_MS);
  const reading = Math.floor((since - slot * SLOT_MS) / (clock.interval_s * 1000)) + 1;
  return {
    course: clock.keepsCourse ? withReading(sameDay ? course : [], slot, now.value, reading) : course,
    today_min: sameDay && today_min !== null ? Math.min(today_min, now.value) : now.value,
    today_max: sameDay && today_max !== null ? Math.max(today_max, now.value) : now.value,
  };
}

export type SensorsEvent = Extract<LiveEvent, { type: 'sensors' }>;
type MeterChange = SensorsEvent['meters'][number];

function mergeMeter(
  meter: MeterSensors,
  { sensors: changed, ...now }: MeterChange,
  keepsCourse: boolean,
): MeterSensors {
  const changes = new Map(changed.map((sensor) => [sensor.id, sensor]));
  const clock = { timeZone: meter.time_zone, interval_s: meter.interval_s, keepsCourse };
  const sensors = meter.sensors.map((sensor) => {
    const change = changes.get(sensor.id);
    return change === undefined ? sensor : { ...sensor, ...change, ...todayWithReading(sensor, change, clock) };
  });
  return { ...meter, ...now, sensors };
}

/** Meters with the changes of an event; the others stay the same objects. An event that is not newer is ignored. */
export function mergeSensors(list: SensorList, event: SensorsEvent): SensorList {
  if (Date.parse(event.time) <= Date.parse(list.time)) return list;
  const changes = new Map(event.meters.map((meter) => [meter.id, meter]));
  const meters = list.meters.map((meter) => {
    const change = changes.get(meter.id);
    return change === undefined ? meter : mergeMeter(meter, change, list.path.length > 0);
  });
  return { ...list, time: event.time, meters };
}

/** A sensor's timeline with its newest reading, unless that is not newer or of another day. */
export function mergeCourse(course: SensorCourse, { time, value }: SensorNow): SensorCourse {
  if (time === null || value === null) return course;
  const at = Math.floor(Date.parse(time) / 1000);
  const last = course.today.times.at(-1) ?? Date.parse(course.day_start) / 1000 - 1;
  if (at <= last || at * 1000 >= Date.parse(course.day_end)) return course;
  const { times, values } = course.today;
  return { ...course, today: { times: [...times, at], values: [...values, value] } };
}

type PurifiersEvent = Extract<LiveEvent, { type: 'purifiers' }>;

export type PurifierList = z.output<typeof getPurifiers.answer>;

/** Purifiers with the changes of an event; the others stay the same objects. An event that is not newer is ignored. */
export function mergePurifiers(list: PurifierList, event: PurifiersEvent): PurifierList {
  if (Date.parse(event.time) <= Date.parse(list.time)) return list;
  const changes = new Map(event.purifiers.map((purifier) => [purifier.id, purifier]));
  return { ...list, time: event.time, purifiers: list.purifiers.map((each) => changes.get(each.id) ?? each) };
}

type TreeEvent = Extract<LiveEvent, { type: 'tree' }>;

/** Rows of the site tree with their new grades; rows without a change stay the same objects. */
export function mergeTree(nodes: readonly TreeNode[], event: TreeEvent): TreeNode[] {
  const grades = new Map(event.nodes.map(({ kind, id, grade }) => [`${kind} ${id}`, grade]));
  return nodes.map((node) => {
    const grade = grades.get(`${node.kind} ${node.id}`);
    return grade === undefined || grade === node.grade ? node : { ...node, grade };
  });
}
