import { typeOfChannel } from '@airdeck/domain/channel';
import { GRADES, type Grade, gradeRank } from '@airdeck/domain/grade';
import { addToRun, emptyRun, type GradeRun, keepGrade, runStart, worstAt } from '@airdeck/domain/grade-run';
import { isGraded } from '@airdeck/domain/sensor-type';
import type { Meter } from '../../../registry/snapshot.ts';
import { type AirRun, type Runs, WHOLE_METER } from './air-runs.ts';
import { sharedChannels } from './shared-channels.ts';
import type { SteadyAir } from './steady-air.ts';

/** No one needs the duration of better air, and most air is better: those runs are not searched. */
export const TOLD_FROM = gradeRank('NORMAL');

/** The channels of a meter's graded sensors. */
export const gradedOf = (meter: Meter): readonly number[] => {
  const graded: number[] = [];
  for (const channel of meter.sensors.keys()) if (isGraded(typeOfChannel(channel))) graded.push(channel);
  return sharedChannels(graded);
};

/** A run of these channels that is examined from a time on. */
export const openAirRun = (channels: readonly number[], time: number): AirRun => {
  const run = emptyRun(time);
  return {
    channels,
    last: new Map(),
    run,
    before: run,
    next: null,
    betterSince: null,
    isOld: false,
    isQueued: false,
    isSearched: false,
  };
};

const isBad = (run: GradeRun): boolean => runStart(run, 'BAD') !== null;

/**
 * Adds the frame of `time`, whose grades `last` already holds. An earlier frame may lie within the run: then it is rebuilt.
 * Returns whether the run is complete up to this frame.
 */
export const addFrame = (known: AirRun, time: number, patience: number): boolean => {
  const wasBad = isBad(known.run);
  const grade = worstAt(known.last, time, patience);
  if (grade === null) return false;
  const { run, next } = known;
  if (run.last === null || time > run.last) {
    known.before = run;
    known.run = addToRun(run, time, grade, patience);
    known.next = next && addToRun(next, time, grade, patience);
  } else if (time === run.last) {
    known.run = addToRun(known.before, time, grade, patience);
    if (next) known.isOld = true;
  } else if (time >= run.from) {
    known.isOld = true;
  }
  if (isBad(known.run)) known.betterSince = null;
  else if (wasBad) known.betterSince = time;
  return known.run.last === time && next === null && !known.isOld;
};

/** Whether all air of a frame is better than NORMAL: then its runs need no search. */
export const isUntold = ({ ranks }: SteadyAir): boolean => ranks.every((rank) => rank < TOLD_FROM);

/**
 * The runs of a meter after its first frame, of `time`, whose grades the steady air still has. Most meters of a new
 * installation need no others for a long time, so they are made when needed.
 */
export const firstRuns = ({ meter, channels, ranks, patience }: SteadyAir, time: number): Runs => {
  const runs: Runs = new Map();
  const graded = gradedOf(meter);
  const whole = graded.length > 1 ? openAirRun(graded, time) : null;
  if (whole) runs.set(WHOLE_METER, whole);
  for (const [i, channel] of channels.entries()) {
    if (!graded.includes(channel)) continue;
    const grade = GRADES[ranks[i] as number] as Grade;
    const sensor = openAirRun(sharedChannels([channel]), time);
    keepGrade(sensor.last, channel, time, grade);
    addFrame(sensor, time, patience);
    runs.set(channel, sensor);
    if (whole) keepGrade(whole.last, channel, time, grade);
    else runs.set(WHOLE_METER, sensor);
  }
  if (whole) addFrame(whole, time, patience);
  return runs;
};
