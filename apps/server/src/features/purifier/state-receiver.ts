import { type PurifierStateMessage, purifierStateMessage } from '@airdeck/contract/protocol/message';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import type { DeviceMessage } from '../../site/device-message.ts';
import type { BusEvents } from '../../site/events.ts';
import { parsePayload } from '../../site/parse-payload.ts';
import { timeFault } from '../../site/time-fault.ts';
import { saveState } from './queries.ts';

export type StateRejection = 'NOT_JSON' | 'NOT_A_FRAME' | 'BAD_TIME' | 'UNKNOWN_PURIFIER';

export interface StateReceiverOptions {
  db: Db;
  bus: Bus<BusEvents>;
  clock: Clock;
  log: Log;
  reject(message: DeviceMessage, reason: StateRejection, sample: string): void;
}

/** Fills what the device left out: what it does not report is not known. */
const complete = ({ time: _, ...state }: PurifierStateMessage): PurifierState => ({
  control: 'MANUAL',
  run: state.power === 'ON' ? 'WORK' : 'STOP',
  source: null,
  fan_speed: null,
  fan_direction: null,
  ventilation: null,
  uv: null,
  anion: null,
  light: null,
  fans: [],
  reserved_start: null,
  reserved_end: null,
  filter_period_h: null,
  filter_use_h: [],
  ...state,
});

/** Takes `purifiers/{n}/state` messages: stores the state, then acknowledges, then tells the others. */
export const createStateReceiver = ({ db, bus, clock, log, reject }: StateReceiverOptions) => {
  const save = async (purifierId: number, meterId: number, time: number, state: PurifierState): Promise<void> => {
    await saveState(db, purifierId, time, state);
    bus.emit('purifier.reported', [{ purifierId, meterId, time, state }]);
  };

  return (message: DeviceMessage, number: number, done: () => void): void => {
    const parsed = parsePayload(purifierStateMessage, message.payload);
    if ('reason' in parsed) {
      reject(message, parsed.reason, parsed.sample);
      return done();
    }
    const purifier = message.meter?.purifiers.find((candidate) => candidate.number === number);
    if (message.meter === null || purifier === undefined) {
      reject(message, 'UNKNOWN_PURIFIER', `purifiers/${number}`);
      return done();
    }
    const now = clock.now();
    const time = parsed.value.time === undefined ? now : new Date(parsed.value.time).getTime();
    if (Number.isNaN(time) || timeFault(time, now) !== null) {
      reject(message, 'BAD_TIME', String(parsed.value.time));
      return done();
    }
    save(purifier.id, message.meter.id, time, complete(parsed.value)).then(done, (error) => {
      log.error({ err: error }, 'a purifier state could not be stored; the device will send it again');
    });
  };
};
