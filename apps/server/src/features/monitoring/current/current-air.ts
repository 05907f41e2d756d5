import { eachFrame, readFrame } from '../../../feed/codec.ts';
import type { StoredFrame } from '../../../feed/entry.ts';
import { byteView } from '../../../platform/byte-view.ts';
import { packRuns, type Runs, unpackRuns } from './air-runs.ts';
import { firstRuns } from './first-runs.ts';
import { NO_CHANNELS, sharedChannels } from './shared-channels.ts';
import { type SteadyAir, shareSteadyAir } from './steady-air.ts';
import {
  addToSlot,
  addTrendChannels,
  createTrend,
  dropTrend,
  openSlot,
  slotOf,
  TREND_SLOTS,
  type Trend,
} from './trend.ts';

/** A meter's last readings and its trend. `channels`, `ticks` and `times` are parallel arrays. */
export class MeterAir {
  readonly meterId: number;
  /** Newest measured time of all channels, epoch ms. */
  time = Number.NEGATIVE_INFINITY;
  /** Shared with other meters of the same channels. */
  channels: readonly number[] = NO_CHANNELS;
  ticks: number[] = [];
  times: number[] = [];
  trend = createTrend(0);
  /** The trend to show while `trend` is being filled from the store. */
  shownTrend: Trend | null = null;
  /** null: the last frame changed a grade, or the runs do. The runs may lack its time (`lastOf`). */
  steady: SteadyAir | null = null;
  /** Counts the changes. */
  version = 0;
  /** A frame came late: the trend has to be read from the store again. */
  isLate = false;
  /** Frames that have not been applied, as in the feed, up to `waitingEnd`; null: none has waited yet. */
  waiting: Buffer | null = null;
  waitingEnd = 0;
  /** Time of the newest frame that waits. */
  waitingTime = Number.NEGATIVE_INFINITY;
  /** null: they are packed, or not made yet. */
  looseRuns: Runs | null = null;
  packedRuns: string | null = null;
  /** The time from which the first runs are made when they are asked for. */
  #firstTime: number | null = null;
  readonly #onLoose: (air: MeterAir) => void;

  /** `onLoose` is called when the runs become objects. */
  constructor(meterId: number, onLoose: (air: MeterAir) => void = () => {}) {
    this.meterId = meterId;
    this.#onLoose = onLoose;
  }

  /** Runs of the graded sensors by channel, and of all of them under WHOLE_METER. */
  get runs(): Runs {
    if (this.looseRuns) return this.looseRuns;
    const runs = this.#makeRuns();
    this.looseRuns = runs;
    this.packedRuns = null;
    this.#firstTime = null;
    this.#onLoose(this);
    return runs;
  }

  #makeRuns(): Runs {
    if (this.packedRuns !== null) return unpackRuns(this.packedRuns);
    return this.steady && this.#firstTime !== null ? firstRuns(this.steady, this.#firstTime) : new Map();
  }

  /** Whether anything was graded since the runs were dropped. */
  get hasRuns(): boolean {
    return this.looseRuns !== null || this.packedRuns !== null || this.#firstTime !== null;
  }

  /** Whether its air has been too good for its runs to be needed. */
  get isUntold(): boolean {
    return this.#firstTime !== null;
  }

  /** The first frame since the runs were dropped; `steady` as it leaves it. */
  beginSteady(steady: SteadyAir): void {
    this.steady = steady;
    this.#firstTime = steady.time;
  }

  dropRuns(): void {
    this.looseRuns = null;
    this.packedRuns = null;
    this.#firstTime = null;
    this.steady = null;
  }

  /** Whether the runs are packed now: not while one is being searched. */
  pack(): boolean {
    if (this.looseRuns === null) return true;
    const packed = packRuns(this.looseRuns);
    if (packed === null) return false;
    this.packedRuns = packed;
    this.looseRuns = null;
    if (this.steady) shareSteadyAir(this.steady);
    return true;
  }
}

/** Adds the channels that are new, together: their memory is allocated once, and no more than they need. */
export const addChannels = (air: MeterAir, channels: readonly number[]): void => {
  const added = channels.filter((channel) => !air.channels.includes(channel));
  if (added.length === 0) return;
  air.channels = sharedChannels([...air.channels, ...added]);
  air.ticks = air.ticks.concat(added.map(() => 0));
  air.times = air.times.concat(added.map(() => Number.NEGATIVE_INFINITY));
  addTrendChannels(air.trend, added.length);
};

/** Position of a channel, which is added if it is new. */
export const positionOf = (air: MeterAir, channel: number): number => {
  const found = air.channels.indexOf(channel);
  if (found >= 0) return found;
  addChannels(air, [channel]);
  return air.channels.length - 1;
};

/**
 * Applies a stored frame. A value measured later than the channel's current one replaces it; an earlier one changes no
 * value. A late frame cannot be distinguished from a repeat, so it is not added to the trend: the trend is read from the
 * store again.
 */
export const applyFrame = (air: MeterAir, { time, channels, ticks }: StoredFrame): void => {
  let entry = -2;
  let isNewer = false;
  if (air.channels.length === 0) addChannels(air, channels);
  for (let i = 0; i < channels.length; i++) {
    const channel = channels[i] as number;
    const value = ticks[i] as number;
    const position = air.channels[i] === channel ? i : positionOf(air, channel);
    const before = air.times[position] as number;
    if (time > before) {
      if (entry === -2) entry = openSlot(air.trend, slotOf(time));
      if (entry >= 0) addToSlot(air.trend, entry, position, value, 1);
      air.times[position] = time;
      air.ticks[position] = value;
      isNewer = true;
    } else if (time < before && !air.isLate) {
      air.isLate = slotOf(time) > slotOf(air.time) - TREND_SLOTS;
    }
  }
  if (time > air.time) air.time = time;
  if (isNewer) air.version++;
};

/** Starts a new trend beside the shown one. Returns the time up to which frames have to be read from the store. */
export const beginFill = (air: MeterAir): number => {
  if (air.shownTrend === null) air.shownTrend = air.trend;
  else dropTrend(air.trend);
  air.trend = createTrend(air.channels.length);
  air.isLate = false;
  return air.time;
};

export const endFill = (air: MeterAir): void => {
  if (air.shownTrend) dropTrend(air.shownTrend);
  air.shownTrend = null;
  air.version++;
};

/** Adds the stored sum and count of one channel's ten minutes. */
export const fillSlot = (air: MeterAir, channel: number, slot: number, sum: number, count: number): void => {
  const position = positionOf(air, channel);
  const entry = openSlot(air.trend, slot);
  if (entry >= 0) addToSlot(air.trend, entry, position, sum, count);
};

/** For eight frames of seven readings. */
const MAX_WAITING_BYTES = 320;
/** Bounds the memory of many meters to 16 MB; frames of further ones do not wait. */
const MAX_ROOMS = 50_000;
const ROOMS_AT_ONCE = 200;

/** Memory for the waiting frames of each meter, cut from larger pieces. */
const createWaitingRooms = () => {
  const free: Buffer[] = [];
  let made = 0;
  return {
    /** null: there is no more room. */
    take(): Buffer | null {
      if (free.length === 0 && made < MAX_ROOMS) {
        const piece = Buffer.allocUnsafeSlow(ROOMS_AT_ONCE * MAX_WAITING_BYTES);
        for (let at = 0; at < piece.length; at += MAX_WAITING_BYTES)
          free.push(piece.subarray(at, at + MAX_WAITING_BYTES));
        made += ROOMS_AT_ONCE;
      }
      return free.pop() ?? null;
    },
    giveBack: (room: Buffer) => void free.push(room),
  };
};

/** The current values of all meters, in memory. */
export interface CurrentAir {
  of(meterId: number): MeterAir | undefined;
  /** The air of a meter, created if there is none. */
  open(meterId: number): MeterAir;
  apply(frames: readonly StoredFrame[]): void;
  /**
   * Takes a feed row of frames. Frames in order wait until the meter is asked for, or a few have gathered: those of
   * one meter cost less together, and most meters are not looked at.
   */
  take(row: Buffer): void;
  /** Drops meters that are no longer registered. */
  keepOnly(isRegistered: (meterId: number) => boolean): void;
  /** Some meters whose trend became outdated since the last call. */
  takeLate(limit: number): MeterAir[];
}

/** Meters whose runs are objects, several kilobytes each. Those of the others are packed. */
const MAX_LOOSE = 12_000;
/** Runs that are being searched stay objects: how many others are tried instead. */
const MAX_PACK_TRIES = 3;

/** Packs the runs that became objects the longest time ago. */
const createPacking = (maxLoose: number) => {
  let loose: MeterAir[] = [];
  let first = 0;
  return (air: MeterAir): void => {
    loose.push(air);
    for (let i = 0; i < MAX_PACK_TRIES && loose.length - first > maxLoose; i++) {
      const oldest = loose[first++] as MeterAir;
      if (!oldest.pack()) loose.push(oldest);
    }
    if (first <= maxLoose) return;
    loose = loose.slice(first);
    first = 0;
  };
};

/**
 * `onTaken` is called with each frame of `take` once it has been applied; it must not keep the frame. The runs of all
 * meters but `maxLoose` are packed.
 */
export const createCurrentAir = (
  onTaken: (air: MeterAir, frame: StoredFrame) => void = () => {},
  maxLoose = MAX_LOOSE,
): CurrentAir => {
  const onLoose = createPacking(maxLoose);
  const airs = new Map<number, MeterAir>();
  const late = new Set<MeterAir>();
  const rooms = createWaitingRooms();
  /** Used for each frame that waited. */
  const frame: StoredFrame = { meterId: 0, time: 0, channels: [], ticks: [] };

  const applyOne = (air: MeterAir, each: StoredFrame): void => {
    applyFrame(air, each);
    if (air.isLate) late.add(air);
  };

  const applyFrom = (air: MeterAir, view: DataView, at: number): number => {
    const end = readFrame(view, at, frame);
    applyOne(air, frame);
    onTaken(air, frame);
    return end;
  };

  const settle = (air: MeterAir): void => {
    const { waiting, waitingEnd } = air;
    if (waiting === null || waitingEnd === 0) return;
    air.waitingEnd = 0;
    const view = byteView(waiting);
    for (let at = 0; at < waitingEnd; ) at = applyFrom(air, view, at);
  };

  const find = (meterId: number): MeterAir => {
    const known = airs.get(meterId);
    if (known) return known;
    const made = new MeterAir(meterId, onLoose);
    airs.set(meterId, made);
    return made;
  };

  const open = (meterId: number): MeterAir => {
    const air = find(meterId);
    settle(air);
    return air;
  };

  return {
    of(meterId) {
      const air = airs.get(meterId);
      if (air) settle(air);
      return air;
    },
    open,
    apply(frames) {
      for (const each of frames) applyOne(open(each.meterId), each);
    },
    // Hot path of all readings.
    take(row) {
      eachFrame(row, (meterId, time, from, end, view) => {
        const air = find(meterId);
        if (air.waiting === null) air.waiting = rooms.take();
        // A late frame is noticed at once, and larger ones than usual do not wait.
        const isNext = time > air.time && time > air.waitingTime && end - from <= MAX_WAITING_BYTES;
        if (air.waiting === null || !isNext) {
          settle(air);
          applyFrom(air, view, from);
          return;
        }
        if (air.waitingEnd + end - from > MAX_WAITING_BYTES) settle(air);
        for (let i = from; i < end; i++) air.waiting[air.waitingEnd++] = row[i] as number;
        air.waitingTime = time;
      });
    },
    keepOnly(isRegistered) {
      for (const [meterId, air] of airs) {
        if (isRegistered(meterId)) continue;
        airs.delete(meterId);
        late.delete(air);
        if (air.waiting) rooms.giveBack(air.waiting);
        Object.assign(air, { waiting: null, waitingEnd: 0 });
        dropTrend(air.trend);
        if (air.shownTrend) dropTrend(air.shownTrend);
      }
    },
    takeLate(limit) {
      const taken = [...late].slice(0, limit);
      for (const air of taken) late.delete(air);
      return taken;
    },
  };
};
