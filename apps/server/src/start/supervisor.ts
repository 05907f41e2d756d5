import type { ProcessHealth } from '@airdeck/contract/health/routes';
import type { Config } from '../platform/config/config.ts';
import type { ServerRole } from '../platform/config/server-roles.ts';
import { limitLog } from '../platform/limit-log.ts';
import type { Log } from '../platform/log.ts';
import type { MetricsListener } from '../platform/metrics/metrics-listener.ts';
import type { RoleSettings } from '../processes/messages.ts';
import { createRoleProcess, type RoleError, type RoleProcess } from './role-process.ts';

/**
 * Order in which roles stop: streams of pages first, then devices with their pending messages, then everything derived.
 */
const STOPS: readonly (readonly [ServerRole, patienceMs: number])[] = [
  ['web', 3_000],
  ['devices', 4_000],
  ['work', 3_000],
];
/** Time for roles to hand their clients over to other machines. */
const DRAIN_MS = 10_000;
const LOG_LINES_A_MINUTE = 2;

export interface SupervisorOptions {
  config: Config;
  program: string;
  log: Log;
  /** A role cannot be kept running: nothing continues. */
  onGivenUp(error: RoleError): void;
}

export interface Ports {
  http: number | null;
  mqtt: number | null;
  metrics: number | null;
}

export interface Supervisor {
  /** Starts all roles; resolves when every one is ready. @throws RoleError if one is not. */
  start(settings: Omit<RoleSettings, 'port' | 'config' | 'isDiskLow'>): Promise<Ports>;
  setDiskLow(isLow: boolean): void;
  stop(): Promise<void>;
}

/** Serves the metrics of all roles on this machine, and of the supervisor itself, on a separate port. */
const createMonitor = async (
  { metricsPort, metricsHost }: Config,
  roles: ReadonlyMap<ServerRole, RoleProcess>,
  log: Log,
): Promise<MetricsListener | null> => {
  if (metricsPort === null) return null;
  const { createMetrics, joinTexts } = await import('../platform/metrics/metrics.ts');
  const { createMetricsListener } = await import('../platform/metrics/metrics-listener.ts');
  const { addProcessFigures } = await import('../platform/metrics/process-figures.ts');
  const monotonic = () => performance.now();
  const say = limitLog(log, { lines: LOG_LINES_A_MINUTE, monotonic });
  const own = createMetrics({ log, monotonic, labels: { role: 'supervisor' } });
  addProcessFigures(own);
  own.add({
    type: 'counter',
    name: 'airdeck_role_restarts_total',
    help: 'How often a role was started again',
    label: 'role',
    read: () => Object.fromEntries([...roles].map(([role, { restarts }]) => [role, restarts()])),
  });
  const gather = async (): Promise<string> => {
    const texts = [...roles.values()].map((role) =>
      role.figures().catch((error) => {
        say('warn', { err: error }, 'figures are missing');
        return '';
      }),
    );
    return joinTexts(await Promise.all([own.scrape(), ...texts]));
  };
  let gathering: Promise<string> | null = null;
  const scrape = (): Promise<string> => {
    gathering ??= gather().finally(() => {
      gathering = null;
    });
    return gathering;
  };
  const { contentType } = own;
  const health = async (name: string): Promise<ProcessHealth | null> => {
    const role = [...roles].find(([each]) => each === name)?.[1];
    if (role === undefined) return null;
    return role.health().catch(() => ({ status: 'failing' as const, problems: [] }));
  };
  return createMetricsListener({ port: metricsPort, host: metricsHost, metrics: { contentType, scrape }, health, log });
};

/**
 * Keeps a process of each role running. The processes are created at once and load their programs; they start to work
 * when they get an IPC message with the listening port.
 */
export const createSupervisor = ({ config, program, log, onGivenUp }: SupervisorOptions): Supervisor => {
  const roles = new Map(
    config.roles.map((role) => [role, createRoleProcess({ role, program, log, onGivenUp })] as const),
  );
  let isDiskLow = false;
  let monitor: MetricsListener | null = null;

  return {
    async start(settings) {
      const begin = async (role: ServerRole, port: number): Promise<number | null> =>
        (await roles.get(role)?.start({ ...settings, config, port, isDiskLow })) ?? null;
      const [http, mqtt] = await Promise.all([
        begin('web', config.port),
        begin('devices', config.mqttPort),
        begin('work', 0),
      ]);
      monitor = await createMonitor(config, roles, log);
      return { http, mqtt, metrics: (await monitor?.start()) ?? null };
    },
    setDiskLow(isLow) {
      isDiskLow = isLow;
      for (const role of roles.values()) role.setDiskLow(isLow);
    },
    async stop() {
      await Promise.all([...roles.values()].map((role) => role.drain(DRAIN_MS)));
      await monitor?.stop();
      for (const [role, patienceMs] of STOPS) await roles.get(role)?.stop(patienceMs);
    },
  };
};
