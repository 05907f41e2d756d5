import {
  masterErrors,
  masterSensors,
  organizationErrors,
  organizationSensors,
} from '@airdeck/contract/standard/routes';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createChangeRegistry } from '../../registry/change-registry.ts';
import { createRegistryFollower } from '../../registry/follow-registry.ts';
import { createRegistry } from '../../registry/registry.ts';
import { addResource } from '../../resource/resource-routes.ts';
import { type AlarmRig, openAlarmRig, openEngine } from '../../testing/alarm-rig.ts';
import { aUser } from '../../testing/factory.ts';
import { openFeed } from '../../testing/feed-rig.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addAlarmRuleRoutes } from '../alarm-rule/alarm-rule-routes.ts';
import { masterErrorTable } from '../error-catalogue/master-error-queries.ts';
import { organizationErrorTable } from '../error-catalogue/organization-error-queries.ts';
import { masterSensorTable } from '../sensor-types/master-sensor-queries.ts';
import { organizationSensorTable } from '../sensor-types/organization-sensor-queries.ts';
import type { AlarmRuleSet } from './alarm-rule-set.ts';

const log = pino({ level: 'silent' });
const soon = { timeout: 60_000, interval: 5 };

let database: TestDatabase;
let rig: AlarmRig;
let app: SessionApp;
let headers: { authorization: string };
/** The rule book of another process, which learns of changes from the feed only. */
let otherBook: () => Promise<AlarmRuleSet>;
let ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  ends = [];
  database = await testDatabase();
  rig = await openAlarmRig(database);
  const { feed, db, close } = await openFeed(database.url);
  const registry = createRegistry(db);
  await registry.reload();
  const clock = systemClock;
  const onChanged = () => undefined;
  const changeRegistry = createChangeRegistry({ db, registry, clock, log, feed, processId: feed.processId, onChanged });
  app = await sessionApp({ db, clock });
  addAlarmRuleRoutes(app.http, { db, changeRegistry });
  addResource(app.http, { db, changeRegistry }, masterErrors, masterErrorTable);
  addResource(app.http, { db, changeRegistry }, organizationErrors, organizationErrorTable);
  addResource(app.http, { db, changeRegistry }, masterSensors, masterSensorTable(clock));
  addResource(app.http, { db, changeRegistry }, organizationSensors, organizationSensorTable(clock));
  headers = await app.bearer(await aUser(db, { organization: rig.organization, authority: 'SUPER_ADMIN' }));
  const other = await openEngine(database.url, rig.clock);
  const follower = createRegistryFollower({ feed: other.feed, registry: other.registry, onChanged });
  await follower.start();
  otherBook = () => other.ruleSets(other.db, rig.clock.now());
  ends.push(database.close, rig.engine.stop, close, other.stop, follower.stop, () => app.http.close());
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
});

const ask = async (method: Method, path: string, payload?: object) => {
  const { status, body } = await app.ask(headers, method, path, payload);
  expect(status).toBe(200);
  return body;
};
const first = async (path: string) => (await ask('GET', path)).content[0];

interface Saved {
  change(): Promise<unknown>;
  look(ruleSet: AlarmRuleSet): unknown;
  before: unknown;
  after: unknown;
}
const severityOf = (code: string) => (ruleSet: AlarmRuleSet) => ruleSet.errorOf(rig.organization.id, code)?.severity;
const boundOf = (ruleSet: AlarmRuleSet) =>
  ruleSet.rulesOf(rig.organization.id, 'CO2', '2026-01-01').find(({ code }) => code === 'A004')?.bound;

const SAVED: Record<string, Saved> = {
  'the severity of an error of the master': {
    change: async () => {
      const row = await first('/master-errors?search=M013');
      await ask('PUT', `/master-errors/${row.id}`, { ...fieldsOf(row), severity: 'CRITICAL' });
    },
    look: severityOf('M013'),
    before: 'WARNING',
    after: 'CRITICAL',
  },
  'an error that the master puts out of use': {
    change: async () => {
      const row = await first('/master-errors?search=M013');
      await ask('PUT', `/master-errors/${row.id}`, { ...fieldsOf(row), use: 'N' });
    },
    look: severityOf('M013'),
    before: 'WARNING',
    after: undefined,
  },
  'an error that the master adds': {
    change: () => ask('POST', '/master-errors', { code: 'X900', group: 'METER', severity: 'MINOR', description: '새' }),
    look: severityOf('X900'),
    before: undefined,
    after: 'MINOR',
  },
  'the severity that an organization gives an error': {
    change: async () => {
      const row = await first(`/organization-errors?organizationId=${rig.organization.id}&search=M013`);
      await ask('PUT', `/organization-errors/${row.id}`, { use: 'Y', severity: 'MAJOR', version: row.version });
    },
    look: severityOf('M013'),
    before: 'WARNING',
    after: 'MAJOR',
  },
  'an error that an organization does not use': {
    change: async () => {
      const row = await first(`/organization-errors?organizationId=${rig.organization.id}&search=M013`);
      await ask('PUT', `/organization-errors/${row.id}`, { use: 'N', version: row.version });
    },
    look: severityOf('M013'),
    before: 'WARNING',
    after: undefined,
  },
  'a rule for values': {
    change: () =>
      ask('POST', '/alarm-rules', {
        ...{ organization_id: rig.organization.id, code: 'A004', applies_to: 'CO2', basis: 'VALUE' },
        ...{ direction: 'ABOVE', limit: 900, duration_min: 10, average: 'NONE', use: 'Y' },
      }),
    look: boundOf,
    before: 1500,
    after: 900,
  },
  'thresholds of the master': {
    change: async () => {
      const row = await first('/master-sensors?search=CO2');
      const bounds = { good: 600, normal: 700, bad: 800, very_bad: 900 };
      await ask('PUT', `/master-sensors/${row.id}`, {
        ...sensorFieldsOf(row),
        ...bounds,
        inherits: 'N',
        valid_from: row.first_day,
      });
    },
    look: (ruleSet) =>
      ruleSet.rulesOf(rig.organization.id, 'CO2', '2099-01-01').find(({ code }) => code === 'A004')?.bound,
    before: 1500,
    after: 900,
  },
  'the range of a type': {
    change: async () => {
      const row = await first('/master-sensors?search=CO2');
      await ask('PUT', `/master-sensors/${row.id}`, { ...sensorFieldsOf(row), inherits: 'Y', range_max: 5000 });
    },
    look: (ruleSet) =>
      ruleSet.rulesOf(rig.organization.id, 'CO2', '2026-01-01').find(({ code }) => code === 'M008')?.bound,
    before: undefined,
    after: 5000,
  },
  'severities that clear themselves': {
    change: () => ask('PUT', `/organizations/${rig.organization.id}/alarm-setting`, { auto_clear: ['INFO'] }),
    look: (ruleSet) => ruleSet.clearsItself(rig.organization.id, 'INFO'),
    before: false,
    after: true,
  },
};
const fieldsOf = ({ code, group, severity, description, description_en, use, version }: Record<string, unknown>) => {
  return { code, group, severity, description, description_en, use, version };
};
const sensorFieldsOf = ({ code, category, range_min, range_max, version }: Record<string, unknown>) => {
  return { code, category, range_min, range_max, version };
};

it.each(Object.entries(SAVED))('%s counts in another process without any other change', async (_, saved) => {
  const { change, look, before, after } = saved;
  expect(look(await otherBook())).toEqual(before);
  await change();
  await vi.waitFor(async () => expect(look(await otherBook())).toEqual(after), soon);
});
