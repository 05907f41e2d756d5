import {
  type CommandAckMessage,
  type CommandRefusal,
  commandMessage,
  type SettingsAckMessage,
  settingsMessage,
} from '@airdeck/contract/protocol/message';
import { parseTopic, topicOf } from '@airdeck/contract/protocol/topic';
import { type Command, NO_LIMIT } from '@airdeck/domain/control/command';
import type { IPublishPacket, MqttClient } from 'mqtt';
import { type PurifierState, settleSpeed, type Told } from '../building/purifier.ts';
import type { RoomState } from '../building/room.ts';
import type { Clock } from '../clock.ts';
import type { RoomStates } from './demo-state.ts';
import type { Publish } from './history.ts';
import type { MeterRun } from './meter-run.ts';
import { purifierReport } from './purifier-report.ts';
import { reportOf } from './run-meter.ts';
import type { DemoPurifier } from './site.ts';

/** Number of executed commands that a device remembers: none is executed twice. */
const REMEMBERED = 100;

const minuteOf = (action: string): number | null =>
  action === NO_LIMIT ? null : Number(action.slice(0, 2)) * 60 + Number(action.slice(2));

const jsonOf = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return null;
  }
};

/** Its reported work: what controls it, and whether it runs. */
const workAs = (action: string): Told =>
  action === 'STOP'
    ? { isStopped: true }
    : { isStopped: false, ...(action === 'AUTO' || action === 'MANUAL' ? { control: action } : {}) };

/** The change of a purifier's state by a command. */
function toldBy(command: Command, action: string, now: number, state: PurifierState): Told {
  switch (command) {
    case 'POWER':
      return { power: action === 'ON' };
    case 'WORK':
      return workAs(action);
    case 'FAN_SPEED':
      // Setting a speed switches to manual control.
      return { control: 'MANUAL', speed: action as NonNullable<Told['speed']> };
    case 'OPERATING_TIME':
      return { offAt: action === '0' ? null : now + Number(action) * 60_000 };
    case 'FILTER_PERIOD':
      return { filter_period_h: Number(action) };
    case 'START_TIME':
      return { start: minuteOf(action) };
    case 'END_TIME':
      return { end: minuteOf(action) };
    default:
      return { besides: { ...state.told?.besides, [command]: action } };
  }
}

/** Executes a command at once if the purifier supports it. */
export function obey(
  unit: DemoPurifier,
  state: PurifierState,
  { command, action }: { command: Command; action: string },
  room: Pick<RoomState, 'fine' | 'medium'>,
  now: number,
): CommandRefusal | null {
  const report = purifierReport(unit, state, { time: now, isOpen: false });
  if (report.source === 'LOCAL' && command !== 'REMOTE') return 'LOCAL_CONTROL';
  if (!report.commands?.includes(command)) return 'NOT_SUPPORTED';
  if (command === 'FILTER_1_USE') state.filter_h = Number(action);
  else state.told = { ...state.told, ...toldBy(command, action, now, state) };
  if (state.told?.power !== undefined) state.power = state.told.power;
  settleSpeed(unit, state, now, room.fine + room.medium);
  return null;
}

export interface ObeyOptions {
  client: MqttClient;
  organization: string;
  runs: readonly MeterRun[];
  rooms: RoomStates;
  /** When the demo was started. */
  starts: readonly number[];
  clock: Clock;
  publish: Publish;
}

/**
 * Receives the settings and commands of a gateway's devices. Executes each command once, and none that is expired or
 * retained.
 */
export async function listenForCommands(options: ObeyOptions): Promise<void> {
  const { client, organization, runs, rooms, starts, clock, publish } = options;
  const done = new Set<string>();

  const take = (run: MeterRun, payload: Buffer): CommandAckMessage | null => {
    const parsed = commandMessage.safeParse(jsonOf(payload));
    const room = rooms[run.key];
    if (!parsed.success || room === undefined) return null;
    const { id, purifier, expires } = parsed.data;
    const now = clock.now();
    const ack = (reason: CommandRefusal | null): CommandAckMessage =>
      reason === null ? { id, state: 'ACCEPTED', time: now } : { id, state: 'REJECTED', reason, time: now };
    if (done.has(id)) return ack(null);
    if (now > Date.parse(expires)) return ack('EXPIRED');
    const at = run.meter.purifiers.findIndex(({ number }) => number === purifier);
    const unit = run.meter.purifiers[at];
    const state = room.purifiers[at];
    if (unit === undefined || state === undefined) return ack('NOT_SUPPORTED');
    const refusal = obey(unit, state, parsed.data, room, now);
    if (refusal !== null) return ack(refusal);
    done.add(id);
    for (const oldest of done) if (done.size > REMEMBERED) done.delete(oldest);
    return ack(null);
  };

  const answer = async (run: MeterRun, ack: CommandAckMessage): Promise<void> => {
    await publish(run.topic('commands/ack'), JSON.stringify(ack));
    const room = rooms[run.key];
    if (ack.state === 'REJECTED' || room === undefined) return;
    const now = clock.now();
    await Promise.all(
      run.meter.purifiers.map(async (unit, i) => {
        const state = room.purifiers[i];
        if (state === undefined) return;
        await publish(
          run.topic(`purifiers/${unit.number}/state`),
          JSON.stringify(reportOf(run, starts, unit, state, now)),
        );
      }),
    );
  };

  /** PM2.5 bounds of the purifiers' own automatic mode; the server handles other types. */
  const settle = (run: MeterRun, payload: Buffer): SettingsAckMessage | null => {
    const parsed = settingsMessage.safeParse(jsonOf(payload));
    const room = rooms[run.key];
    if (!parsed.success || room === undefined) return null;
    const { version, purifiers } = parsed.data;
    for (const [i, { number }] of run.meter.purifiers.entries()) {
      const state = room.purifiers[i];
      const auto = purifiers.find((each) => each.number === number)?.auto['PM2.5'];
      if (state && auto) state.told = { ...state.told, auto };
    }
    return { version, state: 'ACCEPTED', time: clock.now() };
  };

  client.on('message', (topic, payload, { retain }: IPublishPacket) => {
    const parsed = parseTopic(topic);
    const run = runs.find(({ meter }) => meter.code === parsed?.device);
    if (run === undefined) return;
    if (parsed?.kind === 'settings') {
      const ack = settle(run, payload);
      if (ack !== null) publish(run.topic('settings/ack'), JSON.stringify(ack)).catch(() => undefined);
    }
    if (retain || parsed?.kind !== 'commands') return;
    const ack = take(run, payload);
    if (ack !== null) answer(run, ack).catch(() => undefined);
  });
  const filters = ['commands', 'settings'].map((rest) => topicOf(organization, '+', rest));
  const subscribe = () => client.subscribeAsync(filters, { qos: 1 });
  // A session ends with its connection.
  client.on('connect', () => void subscribe().catch(() => undefined));
  await subscribe();
}
