import type { PublicPage } from '@airdeck/contract/public-page/routes';
import type { Language } from '@airdeck/contract/user/schema';
import type { Feed } from '../../feed/feed.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Log } from '../../platform/log.ts';
import type { BusEvents } from '../../registry/bus-events.ts';
import type { Registry } from '../../registry/registry.ts';
import { createRequestContext, type RequestContext } from '../../resource/request-context.ts';
import { createAssessor } from './assess/assessor.ts';
import { createCurrentAir } from './current/current-air.ts';
import { listLastReports } from './current/current-queries.ts';
import { createGradeRuns } from './current/grade-runs.ts';
import { createLoading } from './current/loading.ts';
import { createOpenAlarms } from './current/open-alarms.ts';
import { createPurifierReports } from './current/purifier-reports.ts';
import { createForecastModels } from './forecast/forecast-models.ts';
import { addLiveRoute, createLive, type Live } from './live/live.ts';
import { addMonitoringRoutes } from './monitoring-routes.ts';
import type { DeviceFacts } from './views/attention.ts';
import { lookAtPublicAir } from './views/public-air.ts';
import { lookAtWall, type WallChoice, type WallLook } from './views/wall.ts';

export interface MonitoringOptions {
  db: Db;
  registry: Registry;
  bus: Bus<BusEvents>;
  feed: Pick<Feed, 'follow'>;
  clock: Clock;
  log: Log;
  /** Marks a session as in use by an open stream until the returned function is called. */
  hold(sessionId: string): () => void;
  /** Device facts that other features provide. */
  devices: DeviceFacts;
}

export interface Monitoring {
  /** Call it when the registry is loaded. Resolves when current values are loaded. */
  start(): Promise<void>;
  stop(): Promise<void>;
  addRoutes(http: Http): void;
  /** Sends an event to all clients with an open stream. */
  broadcast: Live['broadcast'];
  /** The published air of an organization; null when it is disabled. */
  lookAtPublicAir(page: { organizationId: number; language: Language }): PublicPage | null;
  /** The content of a wall display of one organization; null when the organization is disabled. */
  lookAtWall(display: WallChoice & { organizationId: number; language: Language }): WallLook | null;
}

/** The current air of every place, with the API and the live streams that show it. */
export const createMonitoring = ({
  db,
  registry,
  bus,
  feed,
  clock,
  log,
  hold,
  devices,
}: MonitoringOptions): Monitoring => {
  const current = createCurrentAir((air, frame) => runs.follow(air, frame));
  const loading = createLoading({ db, registry, clock, log, current });
  const runs = createGradeRuns({ db, registry, log, current });
  const reports = createPurifierReports();
  const alarms = createOpenAlarms();
  const assessor = createAssessor(current);
  const models = createForecastModels({ db, clock, log });
  const contextAt = (now: number, { scope, language }: Pick<RequestContext, 'scope' | 'language'>): RequestContext =>
    createRequestContext({ scope, language, now, snapshot: registry.snapshot(), read: (run) => run(db) });
  const live = createLive({
    assessor,
    alarms,
    reports,
    clock,
    contextOf: (subscription, now) => contextAt(now, subscription),
    hold,
    log,
  });
  const follower = feed.follow({
    kinds: ['frames', 'purifier'],
    async load() {
      reports.apply(await listLastReports(db));
      await loading.load();
      runs.load();
      live.touch();
    },
    apply(entries) {
      for (const entry of entries) {
        if (entry.kind === 'purifier') reports.apply([entry.report]);
        else if (entry.row) current.take(entry.row);
      }
      if (entries.length > 0) live.touch();
    },
  });
  // A follower of its own: alarms are read from the database, and frames must not wait for that.
  const alarmFollower = feed.follow({
    kinds: ['alarm'],
    async load() {
      alarms.replaceAll(await devices.listOpenAirAlarms(null));
      live.touch();
    },
    async apply(entries) {
      const ids = [...new Set(entries.map(({ alarm }) => alarm.alarmId))];
      if (ids.length === 0) return;
      alarms.replace(ids, await devices.listOpenAirAlarms(ids));
      live.touch();
    },
  });
  let offs: (() => void)[] = [];
  /** Of the last removal of meters whose values were dropped. */
  let keptRevision = -1;

  const listen = (): (() => void)[] => [
    bus.on('registry.changed', () => {
      const { meters, removedRevision } = registry.snapshot();
      if (removedRevision !== keptRevision) current.keepOnly((meterId) => meters.has(meterId));
      keptRevision = removedRevision;
      runs.registryChanged();
      live.registryChanged();
    }),
    bus.on('session.ended', ({ sessionId, code }) => live.endSession(sessionId, code)),
  ];

  return {
    async start() {
      loading.start();
      runs.start();
      await follower.start();
      await alarmFollower.start();
      offs = listen();
      live.start();
    },
    async stop() {
      for (const off of offs) off();
      live.stop();
      await follower.stop();
      await alarmFollower.stop();
      await loading.stop();
      await runs.stop();
    },
    broadcast: live.broadcast,
    lookAtWall: ({ organizationId, language, ...choice }) =>
      lookAtWall(assessor, contextAt(clock.now(), { scope: { reach: 'own', organizationId }, language }), choice),
    lookAtPublicAir: ({ organizationId, language }) =>
      lookAtPublicAir(assessor, contextAt(clock.now(), { scope: { reach: 'own', organizationId }, language })),
    addRoutes(http) {
      addMonitoringRoutes(http, {
        assessor,
        alarms,
        reports,
        devices,
        current,
        models,
        contextOf: ({ request, who, scope }) => contextAt(clock.now(), { scope, language: languageOf(request, who) }),
      });
      addLiveRoute(http, live);
    },
  };
};
