import { channelOf } from '@airdeck/domain/channel';
import { SENSOR_TYPE_INFO, SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { BLOCK_DAYS, type BlockDays, type DayColumns, hoursOfDays } from '@airdeck/server/store/rollups/block-hours';
import { decodeHours, encodeBlock } from '@airdeck/server/store/rollups/hour-block';
import { encodeDeflated } from '@airdeck/server/store/rollups/hour-block-deflated';
import { HAS_RECORDINGS, readOffice, readRoom } from '@airdeck/server/testing/recorded-samples';
import { median, print } from '../figure.ts';
import { createWalk } from '../history/walk.ts';

const METERS = 20;
const MINUTES = 1_440;
const HOURS = 24;
/** Unpacked blobs of each form: enough for the compiled code. */
const UNPACKED = 20_000;

interface Series {
  type: SensorType;
  /** Ticks of an hour after the other. */
  hours: number[][];
}

/** Whole parts of a list. */
const partsOf = <T>(list: readonly T[], length: number): T[][] =>
  Array.from({ length: Math.floor(list.length / length) }, (_, at) => list.slice(at * length, (at + 1) * length));

const walked = (): Series[] => {
  const walk = createWalk(METERS);
  const all = Array.from({ length: METERS }, () => SENSOR_TYPES.map((): number[] => []));
  for (let day = 0; day < BLOCK_DAYS; day++) {
    for (const [meter, columns] of all.entries()) {
      for (const [k, column] of walk.next(meter, MINUTES, day * MINUTES).entries()) columns[k]?.push(...column);
    }
  }
  return all.flatMap((columns) =>
    columns.map((values, k) => ({ type: SENSOR_TYPES[k] as SensorType, hours: partsOf(values, 60) })),
  );
};

const ticks = (type: SensorType, values: readonly { value: number }[]): number[] =>
  values.map(({ value }) => Math.round(value * 10 ** SENSOR_TYPE_INFO[type].digits));

const recorded = (): Series[] => [
  { type: 'CO2', hours: partsOf(ticks('CO2', readOffice()), 60) },
  { type: 'TEMPERATURE', hours: partsOf(ticks('TEMPERATURE', readOffice('Temperature')), 60) },
  { type: 'HUMIDITY', hours: partsOf(ticks('HUMIDITY', readOffice('Humidity')), 60) },
  { type: 'CO2', hours: partsOf(ticks('CO2', readRoom(1, 'indoor_co2')), 12) },
  { type: 'TEMPERATURE', hours: partsOf(ticks('TEMPERATURE', readRoom(3, 'air_temperature')), 12) },
  { type: 'PM2.5', hours: partsOf(ticks('PM2.5', readRoom(1, 'pm2.5')), 12) },
];

const dayOf = (hours: number[][]): DayColumns => ({
  count: hours.map((values) => values.length),
  sum: hours.map((values) => values.reduce((sum, value) => sum + value, 0)),
  min: hours.map((values) => Math.min(...values)),
  max: hours.map((values) => Math.max(...values)),
});

/** Whole blocks of a series. */
const blocksOf = ({ hours }: Series): BlockDays[] =>
  partsOf(hours, BLOCK_DAYS * HOURS).map((block) => partsOf(block, HOURS).map(dayOf));

const microseconds = (blobs: readonly Buffer[], channel: number): number => {
  const times: number[] = [];
  for (let round = 0; round < UNPACKED / blobs.length; round++) {
    const begin = performance.now();
    for (const blob of blobs) decodeHours(channel, blob);
    times.push(((performance.now() - begin) / blobs.length) * 1000);
  }
  return median(times);
};

const printForms = (name: string, series: readonly Series[]): void => {
  const channel = channelOf('CO2', 1);
  const blocks = series.flatMap(blocksOf);
  const deflated = blocks.map((days) => encodeDeflated(channel, hoursOfDays(days)));
  const kept = blocks.map((days) => encodeBlock(channel, days));
  for (const [form, blobs] of [
    ['deflated', deflated],
    ['kept', kept],
  ] as const) {
    const bytes = blobs.reduce((sum, { length }) => sum + length, 0);
    print({
      name: `hour-blocks-${name}-${form}`,
      value: bytes / blocks.length / BLOCK_DAYS / HOURS,
      unit: 'bytes/hour',
    });
    print({ name: `hour-blocks-${name}-${form}-unpacking`, value: microseconds(blobs, channel), unit: 'µs/block' });
  }
};

/** Size and unpacking of packed hours: deflated as they were, and in the shorter form that is kept. */
export const benchHourBlocks = async (): Promise<void> => {
  printForms('walk', walked());
  if (!HAS_RECORDINGS) return;
  for (const series of recorded()) {
    const rooms = series.hours[0]?.length === 60 ? 'office' : 'room';
    printForms(`${rooms}-${series.type}`, [series]);
  }
};
