import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Log } from '../../platform/log.ts';
import type { BusEvents } from '../../registry/events.ts';
import type { Registry } from '../../registry/registry.ts';
import { createRequestContext, type RequestContext } from '../../registry/request-context.ts';
import { createAssessor } from './assess/assessor.ts';
import { createCurrentAir } from './current/current-air.ts';
import { listLastReports } from './current/current-queries.ts';
import { createPersistence } from './current/persistence.ts';
import { createPurifierReports } from './current/purifier-reports.ts';
import { addLiveRoute, createLive } from './live/live.ts';
import { addMonitoringRoutes } from './routes.ts';

export interface MonitoringOptions {
  db: Db;
  registry: Registry;
  bus: Bus<BusEvents>;
  clock: Clock;
  log: Log;
  /** Counts an open stream as use of its session until the answer is called. */
  hold(sessionId: string): () => void;
}

export interface Monitoring {
  /** Call it when the registry is loaded and before frames are stored. Resolves when current values are current. */
  start(): Promise<void>;
  stop(): Promise<void>;
  addRoutes(http: Http): void;
}

/** The current air of every place, and everything that shows it. */
export const createMonitoring = ({ db, registry, bus, clock, log, hold }: MonitoringOptions): Monitoring => {
  const current = createCurrentAir();
  const persistence = createPersistence({ db, registry, bus, clock, log, current });
  const reports = createPurifierReports();
  const assessor = createAssessor(current);
  const contextAt = (now: number, { scope, language }: Pick<RequestContext, 'scope' | 'language'>): RequestContext =>
    createRequestContext({ scope, language, now, snapshot: registry.snapshot(), read: (run) => run(db) });
  const live = createLive({
    assessor,
    reports,
    clock,
    contextOf: (subscription, now) => contextAt(now, subscription),
    hold,
    log,
  });
  let offs: (() => void)[] = [];

  const listen = (): (() => void)[] => [
    bus.on('frames.stored', (frames) => {
      current.apply(frames);
      live.touch();
    }),
    bus.on('purifier.reported', (arrived) => {
      reports.apply(arrived);
      live.touch();
    }),
    bus.on('registry.changed', () => {
      const { meters } = registry.snapshot();
      current.keepOnly((meterId) => meters.has(meterId));
      live.registryChanged();
    }),
    bus.on('session.ended', ({ sessionId, code }) => live.endSession(sessionId, code)),
  ];

  return {
    async start() {
      reports.apply(await listLastReports(db));
      await persistence.start();
      offs = listen();
      live.start();
    },
    async stop() {
      for (const off of offs) off();
      live.stop();
      await persistence.stop();
    },
    addRoutes(http) {
      addMonitoringRoutes(http, {
        assessor,
        reports,
        contextOf: ({ request, who, scope }) => contextAt(clock.now(), { scope, language: languageOf(request, who) }),
      });
      addLiveRoute(http, live);
    },
  };
};
