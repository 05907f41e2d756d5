import type { Language } from '@airdeck/contract/user/schema';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Log } from '../../platform/log.ts';
import { type Asker, askerOf } from '../../site/asker.ts';
import type { BusEvents } from '../../site/events.ts';
import type { Site } from '../../site/site.ts';
import { createAssessor } from './assess/assessor.ts';
import { createMoment, type Moment } from './assess/moment.ts';
import { createSights } from './assess/places.ts';
import { createCurrentAir } from './current/current-air.ts';
import { createCurrentKeeper } from './current/current-keeper.ts';
import { listLastReports } from './current/purifier-queries.ts';
import { createPurifierReports } from './current/purifier-reports.ts';
import { createLive } from './live/live.ts';
import { addLiveRoute } from './live/live-route.ts';
import { addMonitoringRoutes } from './routes.ts';
import type { Glance } from './views/glance.ts';

export interface MonitoringOptions {
  db: Db;
  site: Site;
  bus: Bus<BusEvents>;
  clock: Clock;
  log: Log;
  /** Counts an open stream as use of its session until the answer is called. */
  hold(sessionId: string): () => void;
}

export interface Monitoring {
  /** Call it when the site is loaded and before frames are stored. Resolves when current values are current. */
  start(): Promise<void>;
  stop(): Promise<void>;
  addRoutes(http: Http): void;
}

/** The current air of every place, and everything that shows it. */
export const createMonitoring = ({ db, site, bus, clock, log, hold }: MonitoringOptions): Monitoring => {
  const current = createCurrentAir();
  const keeper = createCurrentKeeper({ db, site, bus, clock, log, current });
  const reports = createPurifierReports();
  const assessor = createAssessor(current);
  const sights = createSights();
  const moment = (): Moment => createMoment(site.picture(), clock.now());
  const glance = (asker: Asker, language: Language, at: Moment): Glance => {
    return { moment: at, sight: sights(at.picture, asker), assessor, current, language };
  };
  const live = createLive({
    moment,
    glance: ({ asker, language }, at) => glance(asker, language, at),
    reports,
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
    bus.on('site.changed', () => {
      const { meters } = site.picture();
      current.keepOnly((meterId) => meters.has(meterId));
      live.siteChanged();
    }),
    bus.on('session.ended', ({ sessionId, code }) => live.endSession(sessionId, code)),
  ];

  return {
    async start() {
      reports.apply(await listLastReports(db));
      await keeper.start();
      offs = listen();
      live.start();
    },
    async stop() {
      for (const off of offs) off();
      live.stop();
      await keeper.stop();
    },
    addRoutes(http) {
      addMonitoringRoutes(http, {
        db,
        reports,
        glance: (request, who) => glance(askerOf(who), languageOf(request, who), moment()),
      });
      addLiveRoute(http, live);
    },
  };
};
