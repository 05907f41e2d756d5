import { randomBytes, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { createAccessLog, type NoteAccess } from '../audit/access-log.ts';
import { createDecoderSandbox, type DecoderSandbox } from '../decoder-sandbox/decoder-sandbox.ts';
import { Exports } from '../export/exports.ts';
import { addAlarmRoutes } from '../features/alarm/console/alarm-routes.ts';
import { createAlarmLive } from '../features/alarm/console/live.ts';
import { listOpenAirAlarms } from '../features/alarm/console/open-air-queries.ts';
import { listDeviceTroubles, listShelvedMeters } from '../features/alarm/console/trouble-queries.ts';
import { addAlarmQualityRoutes } from '../features/alarm/performance/alarm-performance.ts';
import { addReportRoutes } from '../features/alarm/report/report-routes.ts';
import { addAlarmRuleRoutes } from '../features/alarm-rule/alarm-rule-routes.ts';
import { addApiTokenRoutes } from '../features/api-token/api-token-routes.ts';
import { createApiTokens, isApiToken } from '../features/api-token/api-tokens.ts';
import { addAuditLogRoutes } from '../features/audit-log/audit-log-routes.ts';
import { createStreamSender } from '../features/audit-stream/send-stream.ts';
import { addAuditStreamRoutes } from '../features/audit-stream/stream-routes.ts';
import { addBrokerAuthRoutes } from '../features/broker-auth/broker-auth-routes.ts';
import { addAutoModeRoutes } from '../features/control/auto/auto-mode-routes.ts';
import { addControlRoutes } from '../features/control/control-routes.ts';
import { createControlLive } from '../features/control/live.ts';
import { addSwitchOffTestRoutes } from '../features/control/switch-off-test/test-routes.ts';
import { addTimetableRoutes } from '../features/control/timetable/timetable-routes.ts';
import { addDataQualityRoutes } from '../features/data-quality/data-quality-routes.ts';
import { addDeletionRoutes } from '../features/deletion/deletion-routes.ts';
import { createDeviceBrokerLogins } from '../features/device/broker-logins.ts';
import { addDeviceRoutes } from '../features/device/device-routes.ts';
import { addDoorRoutes } from '../features/door/door-routes.ts';
import { addFloorPlanRoutes } from '../features/floor-plan/floor-plan-routes.ts';
import { addHealthRoutes } from '../features/health/health-routes.ts';
import { ownProblemsOfWeb, processHealth } from '../features/health/process-health.ts';
import { createReadiness } from '../features/health/readiness.ts';
import { addWebFigures, createAnswerCounts } from '../features/health/web-figures.ts';
import { createHistory } from '../features/history/history.ts';
import { addReadingRoutes } from '../features/ingestion/ingestion-routes.ts';
import { addInstallationRoutes } from '../features/installation/installation-routes.ts';
import { createSiteBrokerLogins } from '../features/local-server/site-broker-logins.ts';
import { addLoginHistoryRoutes } from '../features/login-history/login-history-routes.ts';
import { addWindowRoutes } from '../features/maintenance/window-routes.ts';
import { createMonitoring } from '../features/monitoring/monitoring.ts';
import { addNotificationRoutes } from '../features/notification/notification-routes.ts';
import { createSender } from '../features/notification/send.ts';
import { addPersonalDataRoutes } from '../features/personal-data/personal-data-routes.ts';
import { addAliasRoutes } from '../features/place/alias-routes.ts';
import { addPublicPageRoutes } from '../features/public-page/public-page-routes.ts';
import { readFilterLives } from '../features/purifier/filter-lives.ts';
import { addPurifierRoutes } from '../features/purifier/purifier-routes.ts';
import { addAirReportRoutes } from '../features/report/report-routes.ts';
import { addRetentionRoutes } from '../features/retention/retention-routes.ts';
import { addSavedViewRoutes } from '../features/saved-view/saved-view-routes.ts';
import { addSensorHealthRoutes } from '../features/sensor-health/sensor-health-routes.ts';
import { createLogin } from '../features/session/login.ts';
import { createOpenSession } from '../features/session/open-session.ts';
import { addSessionRoutes } from '../features/session/session-routes.ts';
import { Sessions } from '../features/session/sessions.ts';
import { createTokens } from '../features/session/token.ts';
import { addSignOnRoutes } from '../features/sign-on/sign-on-routes.ts';
import { createSecondFactorCodes } from '../features/user/second-factor-codes.ts';
import { loadUser } from '../features/user/user.ts';
import { createUserMails, type UserMails } from '../features/user/user-mails.ts';
import { addUserRoutes } from '../features/user/user-routes.ts';
import { createWallTokens } from '../features/wall-display/tokens.ts';
import { addWallDisplayRoutes } from '../features/wall-display/wall-display-routes.ts';
import { createCertificateWatch } from '../platform/certificate-watch.ts';
import { createStandbyReads, primaryReads, routed, type StandbyReads } from '../platform/db/standby-reads.ts';
import { createHttp, type Http, type HttpOptions, replaceCertificate } from '../platform/http/create-http.ts';
import { createDrain } from '../platform/http/drain.ts';
import { followOpenRequests } from '../platform/http/open-requests.ts';
import { createHostCheck } from '../platform/http/own-host.ts';
import { readOwnChanges } from '../platform/http/read-own-changes.ts';
import { consoleBuild, consolePage, serveConsole } from '../platform/http/serve-console.ts';
import { loadPushKey, loadSealKey, loadTokenKey } from '../platform/installation-keys.ts';
import { createMailer } from '../platform/mail.ts';
import { openFileLimit, shareOpenFiles } from '../platform/net/open-files.ts';
import { siteAddressRule } from '../platform/net/site-address.ts';
import { proxyRule } from '../platform/net/trusted-proxies.ts';
import { verifyPassword } from '../platform/password.ts';
import { createPasswordSeal, type PasswordSeal } from '../platform/password-seal.ts';
import { systemRandom } from '../platform/random.ts';
import { createPusher, pushContact } from '../platform/web-push.ts';
import { type ChangeRegistry, createChangeRegistry } from '../registry/change-registry.ts';
import { addAdministered } from './administered.ts';
import { createReportSources } from './report-sources.ts';
import type { RoleContext, RoleService } from './role.ts';

/** The demo logs any visitor in as its user of the requested role. */
const demoLogin = async ({ db }: RoleContext) => {
  const { findDemoUser } = await import('../demo/demo-users.ts');
  return (authority: Parameters<typeof findDemoUser>[1]) => findDemoUser(db, authority);
};

const addPeople = async (
  http: Http,
  context: RoleContext,
  sessions: Sessions,
  changeRegistry: ChangeRegistry,
  noteAccess: NoteAccess,
  mails: UserMails | null,
): Promise<void> => {
  const { settings, db, clock, log } = context;
  const seal = sealOf(context);
  const codes = createSecondFactorCodes({ db, clock, seal });
  const login = createLogin({ db, clock, verifyPassword, verifySecondFactor: codes.verify });
  addSessionRoutes(http, {
    db,
    clock,
    sessions,
    login,
    loadUser: (id) => loadUser(db, id),
    version: settings.version,
    emailDomains: settings.config.emailDomains,
    sendsMail: mails !== null,
    findDemoUser: settings.config.mode === 'demo' ? await demoLogin(context) : null,
  });
  addSignOnRoutes(http, {
    ...{ db, clock, log, random: systemRandom, seal: sealOf(context), changeRegistry },
    openSession: createOpenSession({ sessions, loadUser: (id) => loadUser(db, id) }),
    noteRefused: login.noteRefused,
  });
  addUserRoutes(http, {
    db,
    clock,
    log,
    random: systemRandom,
    mails,
    noteAccess,
    changeRegistry,
    seal,
    codes,
    prove: login.prove,
    endSessions: (userId, except) => sessions.endAllOf(userId, except),
  });
  addPersonalDataRoutes(http, {
    ...{ db, clock, changeRegistry, noteAccess },
    endSessions: (userId) => sessions.endAllOf(userId),
  });
};

/** A person who saves or tries a decoder waits longer than a device's message does. */
const DECODER_WALL_MS = 2_000;

/** Reads of history and reports go to standbys, if there are any. */
const createReads = ({ settings, db, log, monotonic }: RoleContext): StandbyReads => {
  const { databaseReadUrl: url } = settings.config;
  return url === null ? primaryReads(db) : createStandbyReads({ primary: db, url, log, monotonic });
};

/** Encrypts local servers' passwords with the key of the data directory. */
const sealOf = ({ settings: { config } }: RoleContext): PasswordSeal => {
  const { key, earlier } = loadSealKey(config.dataDir, systemRandom, config.keys.localServer);
  return createPasswordSeal(key, systemRandom, earlier);
};

const addRegistry = (
  http: Http,
  context: RoleContext,
  changeRegistry: ChangeRegistry,
  noteAccess: NoteAccess,
  exports: Exports,
  mails: UserMails | null,
  sandbox: DecoderSandbox,
): void => {
  const { settings, db, feed, registry, clock, monotonic } = context;
  const { mqttPort, mqttTls, dataDir, databaseUrl } = settings.config;
  const seal = sealOf(context);
  const isAllowed = siteAddressRule(settings.config.localServerAllow);
  addAliasRoutes(http, { db, changeRegistry });
  addDeviceRoutes(http, {
    db,
    registry,
    changeRegistry,
    randomBytes,
    mqtt: { port: mqttPort, tls: mqttTls !== null },
    dataDir: databaseUrl === null ? resolve(dataDir) : null,
  });
  addDoorRoutes(http, {
    ...{ db, changeRegistry, clock, monotonic, isAllowed, seal, randomBytes, sandbox, feed },
    mqtt: { port: mqttPort, tls: mqttTls !== null },
  });
  addDeletionRoutes(http, { db, changeRegistry });
  addDataQualityRoutes(http, { db, registry, clock });
  addSensorHealthRoutes(http, { db, registry, clock });
  addAuditLogRoutes(http, { db, registry, clock, exports });
  addLoginHistoryRoutes(http, { db, registry, clock, exports, noteAccess });
  addAlarmRuleRoutes(http, { db, changeRegistry });
  addTimetableRoutes(http, { db, changeRegistry, clock });
  addWindowRoutes(http, { db, changeRegistry, clock });
  addRetentionRoutes(http, { db, clock, registry, changeRegistry });
  addAdministered(http, {
    ...{ db, registry, changeRegistry, noteAccess, exports, seal, isAllowed, clock, monotonic, randomBytes, mails },
  });
};

/** Brokers of others ask who may connect and publish there: devices, and this server itself. */
const addBrokerAuth = (http: Http, { settings, db, bus, registry, clock, monotonic, log }: RoleContext): void => {
  const { brokerAuth: callers, dataDir, keys } = settings.config;
  const { key, earlier } = loadSealKey(dataDir, systemRandom, keys.localServer);
  const sites = createSiteBrokerLogins({ db, loginKeys: [key, ...earlier], monotonic });
  bus.on('registry.changed', sites.forget);
  addBrokerAuthRoutes(http, {
    ...{ callers, monotonic, log },
    logins: [createDeviceBrokerLogins({ registry, clock }), sites],
  });
};

/** The role that serves people: API, live streams and the console's files. */
export const createWeb = async (
  context: RoleContext,
  { delayMs, decoderProgram }: Pick<HttpOptions, 'delayMs'> & { decoderProgram?: URL } = {},
): Promise<RoleService> => {
  const { settings, db, disk, bus, feed, registry, clock, monotonic, log } = context;
  const { config, version, consoleFolder } = settings;
  const answers = createAnswerCounts();
  const tokenKeys = loadTokenKey(config.dataDir, systemRandom, config.keys.token);
  const sessions = new Sessions({
    db,
    bus,
    clock,
    log,
    tokens: createTokens(tokenKeys.key, clock, tokenKeys.earlier),
    newId: randomUUID,
    idleMs: config.sessionIdleMs,
    absoluteMs: config.sessionMs,
  });
  const wallTokens = createWallTokens({ db, clock, log });
  const apiTokens = createApiTokens({ db, bus, clock, log });
  const http = await createHttp({
    log,
    tls: settings.certificate,
    version,
    loadSchemas: async () => (await import('./api-schemas.ts')).API_SCHEMAS,
    authenticate: (token, ip) => (isApiToken(token) ? apiTokens.authenticate(token, ip) : sessions.authenticate(token)),
    authenticateWall: wallTokens.authenticate,
    page: consolePage(consoleFolder),
    connections: shareOpenFiles(openFileLimit()).http,
    ...(config.trustedProxies.length > 0 && { isProxy: proxyRule(config.trustedProxies) }),
    onAnswer: answers.add,
    ...(delayMs && { delayMs }),
    // The demo logs in any visitor who can reach it, so pages of other origins must be refused.
    ...(config.mode === 'demo' && { isOwnHost: createHostCheck(config.host) }),
  });
  const certificate =
    config.tls && settings.certificate
      ? createCertificateWatch({
          ...{ files: config.tls, first: settings.certificate, log },
          onChanged: (next) => replaceCertificate(http, next),
        })
      : null;
  const openRequests = followOpenRequests(http);
  const drain = createDrain(http, openRequests.unanswered);
  const reads = createReads(context);
  readOwnChanges(http, reads);
  // Changes of the registry through other processes.
  bus.on('registry.changed', reads.noteChange);
  const onChanged = (): void => bus.emit('registry.changed', {});
  const changeRegistry = createChangeRegistry({ db, registry, clock, log, feed, processId: feed.processId, onChanged });
  const mailer = config.mail && createMailer(config.mail, log);
  const mails = mailer && config.mail ? createUserMails(mailer, config.mail.publicUrl, log) : null;
  const noteAccess = createAccessLog({ db, clock, log });
  await addPeople(http, context, sessions, changeRegistry, noteAccess, mails);
  const exports = new Exports(clock);
  bus.on('session.ended', ({ sessionId }) => exports.endSession(sessionId));
  // Its thread starts with the first decoder that a person saves, tries or looks at.
  const sandbox = createDecoderSandbox({
    ...{ log, monotonic, wallMs: DECODER_WALL_MS },
    ...(decoderProgram && { program: decoderProgram }),
  });
  addRegistry(http, context, changeRegistry, noteAccess, exports, mails, sandbox);
  addReadingRoutes(http, db);
  const seal = sealOf(context);
  const mail = mailer && config.mail && { mailer, publicUrl: config.mail.publicUrl };
  const allowPrivate = config.webhookPrivate;
  const pusher = createPusher({
    ...loadPushKey(config.dataDir, systemRandom, config.keys.push),
    contact: pushContact(config.mail),
    allowPrivate,
  });
  const sender = createSender({ db, clock, random: systemRandom, seal, mail, pusher, allowPrivate });
  addNotificationRoutes(http, { db, clock, registry, changeRegistry, feed, seal, sender, pusher });
  addAuditStreamRoutes(http, {
    ...{ db, clock, random: systemRandom, seal, changeRegistry },
    send: createStreamSender({ db, clock, log, seal, allowPrivate }),
  });
  const monitoring = createMonitoring({
    db,
    registry,
    bus,
    feed,
    clock,
    log,
    hold: (id) => apiTokens.hold(id) ?? sessions.hold(id),
    devices: {
      listTroubles: (scope, limit) => listDeviceTroubles(db, scope, limit),
      listShelved: (scope) => listShelvedMeters(db, scope),
      listOpenAirAlarms: (ids) => listOpenAirAlarms(db, ids),
      readFilterLives: (purifiers, now) => readFilterLives(db, purifiers, now),
    },
  });
  monitoring.addRoutes(http);
  const wallLive = addWallDisplayRoutes(http, {
    ...{ db, changeRegistry, clock, log, randomBytes },
    tokens: wallTokens,
    lookAt: monitoring.lookAtWall,
    build: consoleBuild(consoleFolder),
  });
  addPublicPageRoutes(http, { registry, changeRegistry, clock, randomBytes, lookAt: monitoring.lookAtPublicAir });
  addFloorPlanRoutes(http, { db, registry, changeRegistry });
  addSavedViewRoutes(http, { db });
  addApiTokenRoutes(http, { db, clock, random: systemRandom, changeRegistry, tokens: apiTokens });
  addAlarmRoutes(http, { db, registry, clock, feed, exports });
  addReportRoutes(http, { db, registry, clock, feed });
  addAlarmQualityRoutes(http, { reads, registry, clock });
  addSwitchOffTestRoutes(http, { db, registry, clock });
  addControlRoutes(http, { db, registry, clock, feed, exports });
  addAutoModeRoutes(http, { db, registry, changeRegistry, clock, feed, newId: randomUUID });
  const controlLive = createControlLive({ feed, registry, clock, broadcast: monitoring.broadcast });
  const alarmLive = createAlarmLive({ db, feed, registry, clock, log, broadcast: monitoring.broadcast });
  createHistory({ reads, registry, clock, exports }).addRoutes(http);
  addAirReportRoutes(http, {
    ...{ db, registry, clock },
    sources: createReportSources({ db: routed(reads), registry, clock }),
  });
  addPurifierRoutes(http, { db, registry, clock, feed });
  const readiness = createReadiness({ db, disk, registry, monotonic });
  const health = async () => processHealth(drain.isDraining(), ownProblemsOfWeb(await readiness()));
  addHealthRoutes(http, readiness, health);
  addBrokerAuth(http, context);
  addInstallationRoutes(http, { db, clock, changeRegistry, sources: { version, readiness, exports } });
  await serveConsole(http, consoleFolder);

  return {
    async start() {
      await context.follow();
      await reads.start();
      await sessions.start();
      await monitoring.start();
      await alarmLive.start();
      await controlLive.start();
      wallTokens.start();
      apiTokens.start();
      wallLive.start();
      await certificate?.start();
      await http.listen({ port: settings.port, host: config.host });
      const address = http.server.address();
      return typeof address === 'object' && address ? address.port : settings.port;
    },
    drain: drain.start,
    async stop() {
      await certificate?.stop();
      await alarmLive.stop();
      await controlLive.stop();
      // Closing HTTP waits for open streams, which monitoring closes first.
      await monitoring.stop();
      await http.close();
      await sandbox.stop();
      await sessions.stop();
      await wallTokens.stop();
      await apiTokens.stop();
      await mails?.stop();
      await mailer?.stop();
      await reads.stop();
      await context.stopFollowing();
    },
    problems: () => [],
    health,
    facts: () => ({ certificate: certificate?.state() }),
    handling: () => ({ requests: openRequests.newest() }),
    addFigures: (metrics) =>
      addWebFigures(metrics, {
        readiness,
        answers: answers.read,
        standbyLags: reads.lags,
        httpConnections: promisify(http.server.getConnections.bind(http.server)),
      }),
  };
};
