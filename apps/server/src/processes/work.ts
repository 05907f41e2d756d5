import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { createAlarms } from '../features/alarm/alarms.ts';
import { createAlarmPacker } from '../features/alarm/blocks/alarm-packer.ts';
import { createStreamSender } from '../features/audit-stream/send-stream.ts';
import { createStreamWorker } from '../features/audit-stream/stream-worker.ts';
import { createAutoEngine } from '../features/control/auto/engine.ts';
import { createConfirmation } from '../features/control/confirm.ts';
import { createTestRunner } from '../features/control/switch-off-test/test-runner.ts';
import { createTimetableExecutor } from '../features/control/timetable/executor.ts';
import { addBuiltInErrors } from '../features/error-catalogue/built-in-error-queries.ts';
import { createForecaster } from '../features/forecast/forecaster.ts';
import { addWorkFigures } from '../features/health/figures.ts';
import { listProcesses } from '../features/health/health-queries.ts';
import { processHealth } from '../features/health/process-health.ts';
import { SILENT_MS } from '../features/health/readiness.ts';
import { isStandbyGone, keysThatDiffer, readTroubles } from '../features/installation/facts.ts';
import { listProcessFacts, listStandbys } from '../features/installation/installation-queries.ts';
import { createMeasurements } from '../features/installation/measure.ts';
import { createRunWorker } from '../features/installation/run-worker.ts';
import { createCurrentSaver } from '../features/monitoring/current/save-current.ts';
import { createNotifications } from '../features/notification/notifications.ts';
import { createReportWorker } from '../features/report/report-worker.ts';
import { createReportMails } from '../features/report/send-mails.ts';
import { createNightWatch } from '../features/sensor-health/night-watch.ts';
import { createRunJobs } from '../operations/backup/run-jobs.ts';
import { freeBytes } from '../platform/free-bytes.ts';
import { loadPushKey, loadSealKey } from '../platform/installation-keys.ts';
import { createMailer } from '../platform/mail.ts';
import { createPasswordSeal } from '../platform/password-seal.ts';
import { createProbe } from '../platform/probe.ts';
import { systemRandom } from '../platform/random.ts';
import { createPusher, pushContact } from '../platform/web-push.ts';
import { createPacker } from '../store/packed/packer.ts';
import { createRetention } from '../store/retention/retention.ts';
import { createRollup } from '../store/rollups/rollup.ts';
import { createReportSources } from './report-sources.ts';
import type { RoleContext, RoleService } from './role.ts';

/** Alarms of the installation change slowly. */
const TROUBLES_KEEP_MS = MINUTE_MS / 2;
const TROUBLES_PATIENCE_MS = 10_000;

/**
 * The role for background work: evaluates alarms, sends notifications and audit streams, saves current values, computes rollups, packs
 * closed days, makes forecast models, judges sensors by their nights, deletes expired data, and makes reports.
 */
export const createWork = async (context: RoleContext): Promise<RoleService> => {
  const { settings, db, roomyDb, disk, bus, feed, registry, clock, monotonic, log } = context;
  const currentSaver = createCurrentSaver(feed);
  const areDevicesHeard = async (): Promise<boolean> => {
    const processes = await listProcesses(db, SILENT_MS);
    return (processes ?? []).some(
      ({ role, problems }) => role === 'devices' && !problems.includes('BROKER_NOT_LISTENING'),
    );
  };
  const installationTroubles = createProbe({
    ask: () => readTroubles(db, clock.now()),
    ...{ patienceMs: TROUBLES_PATIENCE_MS, keepMs: TROUBLES_KEEP_MS, monotonic },
  });
  const alarms = createAlarms({
    ...{ db, bus, feed, registry, disk, clock, monotonic, log, areDevicesHeard, installationTroubles },
  });
  const confirmation = createConfirmation({ db, feed, clock, log });
  const autoEngine = createAutoEngine({ feed, registry, clock, newId: randomUUID });
  const timetables = createTimetableExecutor({ db, feed, clock, log });
  const switchOffTests = createTestRunner({ db, feed, clock, log, newId: randomUUID });
  const { mail: mailSettings, dataDir, webhookPrivate, hotDays, databaseUrl, keys } = settings.config;
  const mailer = mailSettings && createMailer(mailSettings, log);
  const sealKeys = loadSealKey(dataDir, systemRandom, keys.localServer);
  const seal = createPasswordSeal(sealKeys.key, systemRandom, sealKeys.earlier);
  const notifications = createNotifications({
    ...{ db, feed, registry, clock, log, seal, random: systemRandom, allowPrivate: webhookPrivate },
    mail: mailer && mailSettings && { mailer, publicUrl: mailSettings.publicUrl },
    pusher: createPusher({
      ...loadPushKey(dataDir, systemRandom, keys.push),
      contact: pushContact(mailSettings),
      allowPrivate: webhookPrivate,
    }),
  });
  const auditStreams = createStreamWorker({
    ...{ db, clock, log },
    send: createStreamSender({ db, clock, log, seal, allowPrivate: webhookPrivate }),
  });
  const writer = { idleMs: () => feed.idleMs('frames') };
  const rollup = createRollup({ db: roomyDb, registry, bus, clock, log, writer });
  const packer = createPacker({ db: roomyDb, clock, log, hotDays });
  // Retention frees space, so it continues while the disk is nearly full.
  const retention = createRetention({ db, registry, clock, log });
  const alarmPacker = createAlarmPacker({ db: roomyDb, log });
  const forecaster = createForecaster({ db: roomyDb, registry, clock, log });
  const nightWatch = createNightWatch({ db: roomyDb, registry, clock, log });
  const measurements = createMeasurements({
    ...{ db, clock, log, hotDays, retentionDoneAt: retention.doneAt },
    freeBytes: async () => (databaseUrl === null ? freeBytes(join(dataDir, 'postgres')) : null),
  });
  const backupFolder = resolve(settings.config.backupDir ?? join(dataDir, 'backups'));
  const backups = createRunWorker({
    ...{ db, clock, log, holder: settings.supervisorId, folder: backupFolder },
    jobs: createRunJobs({
      ...{ db, clock, log, disk, version: settings.version, migrations: settings.migrations },
      drillFolder: join(dataDir, 'drill'),
    }),
  });
  const reports = createReportWorker({
    ...{ db: roomyDb, registry, clock, log, holder: settings.supervisorId },
    sources: createReportSources({ db: roomyDb, registry, clock }),
    sendMails:
      mailer && mailSettings && createReportMails({ db, clock, log, mailer, publicUrl: mailSettings.publicUrl }),
  });

  return {
    async start() {
      await addBuiltInErrors(db);
      await context.follow();
      await currentSaver.start();
      await alarms.start();
      await confirmation.start();
      await autoEngine.start();
      timetables.start();
      switchOffTests.start();
      await notifications.start();
      auditStreams.start();
      rollup.start();
      retention.start();
      packer.start();
      alarmPacker.start();
      forecaster.start();
      nightWatch.start();
      measurements.start();
      reports.start();
      await backups.start();
      return null;
    },
    async stop() {
      await Promise.all([
        alarms.stop(),
        confirmation.stop(),
        autoEngine.stop(),
        timetables.stop(),
        switchOffTests.stop(),
        notifications.stop(),
        auditStreams.stop(),
        packer.stop(),
        alarmPacker.stop(),
        forecaster.stop(),
        nightWatch.stop(),
        rollup.stop(),
        retention.stop(),
        measurements.stop(),
        reports.stop(),
        backups.stop(),
        currentSaver.stop(),
      ]);
      await mailer?.stop();
      await context.stopFollowing();
    },
    problems: () => [],
    health: async () => processHealth(false, []),
    facts: () => ({ backupFolder }),
    handling: () => ({}),
    addFigures: (metrics) =>
      addWorkFigures(metrics, {
        ...{ db, monotonic, packedDays: packer.packedSoFar, feedLag: feed.lag },
        differentKeys: async () => keysThatDiffer(await listProcessFacts(db)),
        standbys: async () => (await listStandbys(db)).filter((each) => !isStandbyGone(each, clock.now())).length,
      }),
  };
};
