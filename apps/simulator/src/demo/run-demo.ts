import { once } from 'node:events';
import { topicOf } from '@airdeck/contract/protocol/topic';
import { DAY_MS } from '@airdeck/domain/duration';
import type { MqttClient } from 'mqtt';
import { copyState } from '../building/start-room.ts';
import type { Clock } from '../clock.ts';
import { type Credentials, cutLine, openClient, whenConnected } from '../mqtt/connect.ts';
import { createOutbox, type Outbox } from '../mqtt/outbox.ts';
import {
  DEMO_STATE_VERSION,
  type DemoState,
  type Job,
  type RoomStates,
  readDemoState,
  writeDemoState,
} from './demo-state.ts';
import { sendHistory } from './history.ts';
import { cutsBetween } from './incidents.ts';
import { runLive } from './live.ts';
import { createMeterRuns, type MeterRun } from './meter-run.ts';
import { listenForCommands } from './obey.ts';
import { planHistory } from './plan.ts';
import { showCutAt } from './show.ts';
import { DEMO_SITES, DEMO_ZONE } from './sites/all.ts';

export interface Gateway extends Credentials {
  readonly organizationCode: string;
}

export interface DemoOptions {
  readonly mqttUrl: string;
  /** One per organization of the demo. */
  readonly gateways: readonly Gateway[];
  /** File for the state. */
  readonly statePath: string;
  readonly seed: number;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Stops it. */
  readonly signal: AbortSignal;
  readonly historyDays?: number;
  /** Called when the whole past is acknowledged; `from` and `to` are the period filled before the first start. */
  readonly onFilled?: (past: { readonly from: number; readonly to: number }) => void;
}

const HISTORY_DAYS = 35;
const SAVE_EVERY_MS = 10_000;
/** How long to wait for acknowledgements at the end; unacknowledged messages are sent again at the next start. */
const GRACE_MS = 1000;

interface Site {
  readonly client: MqttClient;
  readonly outbox: Outbox;
  readonly runs: readonly MeterRun[];
  readonly organization: string;
  /** Topic of a gateway's own status. */
  readonly topic: string;
}

/** How often the demo checks whether to cut a connection. */
const LINE_EVERY_MS = 5000;

const statusOf = (status: 'ONLINE' | 'OFFLINE'): string => JSON.stringify({ status, model: 'Airdeck demo gateway' });

/** A gateway's login is `{organization code}:{its own code}`. */
const gatewayTopic = (organization: string, username: string): string =>
  topicOf(organization, username.slice(username.indexOf(':') + 1), 'status');

async function connectSites(runs: readonly MeterRun[], options: DemoOptions): Promise<Site[]> {
  const { mqttUrl: url, gateways, log, signal } = options;
  const sites = gateways.map(({ organizationCode, username, password }) => {
    const topic = gatewayTopic(organizationCode, username);
    const will = { topic, payload: statusOf('OFFLINE') };
    const client = openClient({ url, username, password, onTrouble: log, will });
    const outbox = createOutbox(client);
    return {
      client,
      outbox,
      organization: organizationCode,
      topic,
      runs: runs.filter(({ organization }) => organization === organizationCode),
    };
  });
  await Promise.all(sites.map(({ client }) => whenConnected(client, signal)));
  return sites;
}

/**
 * Publishes ONLINE for the gateway and every meter. A last will belongs to a connection, and here one connection has
 * many meters.
 */
async function announce({ client, outbox, runs, topic }: Site): Promise<void> {
  const sayGateway = () => outbox.publish(topic, statusOf('ONLINE'), true);
  // The last will has reported OFFLINE meanwhile.
  client.on('connect', () => void sayGateway().catch(() => undefined));
  const payload = JSON.stringify({ status: 'ONLINE', model: 'Airdeck demo meter' });
  await Promise.all([sayGateway(), ...runs.map((run) => outbox.publish(run.topic('status'), payload, true))]);
}

/** How long the connection of a site remains cut; 0: it is not. */
function cutFor({ runs, organization }: Site, starts: readonly number[], now: number): number {
  const environment = runs[0]?.room.environment;
  if (environment === undefined) return 0;
  const shown = showCutAt(starts, organization, now);
  const cuts = [...cutsBetween(organization, environment, now, now + 1), ...(shown === null ? [] : [shown])];
  return Math.max(0, ...cuts.filter(({ from }) => from <= now).map(({ to }) => to - now));
}

/** Cuts the connection of a site now and then, and once soon after a start. */
async function cutLines(
  sites: readonly Site[],
  starts: readonly number[],
  { clock, signal }: DemoOptions,
): Promise<void> {
  while (!signal.aborted) {
    for (const site of sites) {
      const forMs = cutFor(site, starts, clock.now());
      if (forMs > 0 && site.client.connected) cutLine(site.client, forMs);
    }
    await clock.wait(LINE_EVERY_MS, signal);
  }
}

async function fillHistory(
  sites: readonly Site[],
  jobs: Job[],
  starts: readonly number[],
  { clock, signal, log, onFilled, historyDays = HISTORY_DAYS }: DemoOptions,
): Promise<void> {
  const total = jobs.length;
  for (let job = jobs[0]; job !== undefined && !signal.aborted; job = jobs[0]) {
    const current = job;
    const send = ({ outbox, runs }: Site) =>
      sendHistory(current, { runs, starts, clock, signal, publish: outbox.publish });
    await Promise.all(sites.map(send));
    if (signal.aborted) return;
    jobs.shift();
    log(`history ${Math.floor((100 * (total - jobs.length)) / total)} %`);
  }
  const [first] = starts;
  if (!signal.aborted && first !== undefined) onFilled?.({ from: first - historyDays * DAY_MS, to: first });
}

function liveSite(
  { client, outbox, runs }: Site,
  state: DemoState,
  rooms: RoomStates,
  { clock, signal }: DemoOptions,
): Promise<void> {
  const { starts, live } = state;
  return runLive({
    runs,
    starts,
    states: rooms,
    clock,
    signal,
    publish: outbox.publish,
    isConnected: () => client.connected,
    acknowledged: (key, room) => {
      if (room.time > (live[key]?.time ?? 0)) live[key] = room;
    },
  });
}

/** Writes the states one after the other, never two at once. */
function createKeeper(state: DemoState, { statePath, clock, signal }: DemoOptions) {
  let writing = Promise.resolve();
  const write = (): Promise<void> => {
    writing = writing.then(() => writeDemoState(statePath, state));
    return writing;
  };
  return {
    write,
    async writeNowAndThen(): Promise<void> {
      while (!signal.aborted) {
        await write();
        await clock.wait(SAVE_EVERY_MS, signal);
      }
    },
  };
}

async function restore(
  runs: readonly MeterRun[],
  options: DemoOptions,
): Promise<{ state: DemoState; jobs: Job[]; rooms: RoomStates }> {
  const { clock, seed, statePath, historyDays = HISTORY_DAYS } = options;
  const keys = runs.map(({ key }) => key);
  const kept = await readDemoState(statePath, seed, keys);
  const now = clock.now();
  const starts = [...(kept?.starts ?? []).filter((at) => at > now - historyDays * DAY_MS), now];
  const { jobs, live: rooms } = await planHistory(runs, kept, { now, days: historyDays, starts });
  const live = Object.fromEntries(Object.entries(rooms).map(([key, room]) => [key, copyState(room)]));
  return { state: { version: DEMO_STATE_VERSION, seed, starts, jobs, live }, jobs, rooms };
}

/** Runs the demo's live rooms and past over MQTT until the signal; then saves its state. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { clock, signal, seed, log } = options;
  const runs = createMeterRuns(DEMO_SITES, DEMO_ZONE, seed);
  const { state, jobs, rooms } = await restore(runs, options);
  const keeper = createKeeper(state, options);
  const sites = await connectSites(runs, options);
  log(`${runs.length} meters are live; stretches of history to fill: ${jobs.length}`);
  const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  const work = [
    ...sites.map(announce),
    ...sites.map((site) => liveSite(site, state, rooms, options)),
    ...sites.map(({ outbox: { publish }, ...site }) =>
      listenForCommands({ ...site, rooms, starts: state.starts, clock, publish }),
    ),
    cutLines(sites, state.starts, options),
    fillHistory(sites, jobs, state.starts, options),
    keeper.writeNowAndThen(),
  ];
  try {
    await Promise.race([stopped, Promise.all(work)]);
  } finally {
    const idle = Promise.all(sites.map(({ outbox }) => outbox.idle()));
    await Promise.race([idle, clock.wait(GRACE_MS, new AbortController().signal)]);
    // A client that disconnects has no last will; one that waits for acknowledgements in vain is cut off.
    const bye = Promise.all(sites.map(({ client }) => client.endAsync()));
    await Promise.race([bye, clock.wait(GRACE_MS, new AbortController().signal)]);
    await Promise.all(sites.map(({ client }) => client.endAsync(true)));
    await keeper.write();
  }
}
