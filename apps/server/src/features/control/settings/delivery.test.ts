import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Follower } from '../../../feed/follower.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  type TestMeter,
  type TestOrganization,
} from '../../../testing/factory.ts';
import { openFeed, tell } from '../../../testing/feed-rig.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { createSettingsDelivery } from './delivery.ts';
import { answerSettings, listSettings, sendSettings } from './settings-queries.ts';

const NOW = Date.UTC(2026, 2, 2, 3);
let database: TestDatabase;
let rig: Awaited<ReturnType<typeof openFeed>>;
let organization: TestOrganization;
let meters: [TestMeter, TestMeter];
let follower: Follower;
/** Messages to the broker: topic, and version or nothing. */
let published: [string, number | null][];
let wanted: [number, string | null][];

beforeAll(async () => {
  database = await testDatabase();
  rig = await openFeed(database.url);
});
afterAll(async () => {
  await rig.close();
  await database.close();
});
beforeEach(async () => {
  const { db } = database;
  await db.query(sql`delete from meter`);
  organization = await anOrganization(db);
  const department = await aDepartment(db, { organizationId: organization.id });
  meters = [await aMeter(db, { department }), await aMeter(db, { department })];
  [published, wanted] = [[], []];
  follower = createSettingsDelivery({
    ...{ db, feed: rig.feed },
    broker: {
      async publish(topic, payload, options) {
        expect(options).toEqual({ retain: true });
        published.push([topic, payload === '' ? null : JSON.parse(payload).version]);
      },
    },
    siteSettings: { want: (id, settings) => void wanted.push([id, settings === null ? null : settings.device.code]) },
  });
  return () => follower.stop();
});

const topicOf = (code: string, { code: organizationCode } = organization): string =>
  `airdeck/v1/${organizationCode}/${code}/settings`;
const send = (...ids: number[]) => database.db.tx((tx) => sendSettings(tx, ids, NOW));
const announce = (touch: { organizations: number[] | 'all'; meters: number[] } | null) =>
  tell(database.db, rig.feed, [{ kind: 'registry', word: { from: null, touch } }]);
const isPublished = (...expected: [string, number | null][]) => expect.poll(() => published).toEqual(expected);

it('publishes what is stored, and again what was touched and has changed', async () => {
  const [one, two] = meters;
  await send(one.id);
  await follower.start();
  await isPublished([topicOf(one.code), 1]);
  await send(one.id, two.id);
  await announce({ organizations: [], meters: [two.id] });
  await isPublished([topicOf(one.code), 1], [topicOf(two.code), 1]);
  await announce({ organizations: [organization.id], meters: [] });
  await isPublished([topicOf(one.code), 1], [topicOf(two.code), 1], [topicOf(one.code), 2]);
  expect(wanted).toEqual([
    [one.id, one.code],
    [two.id, two.code],
    [one.id, one.code],
  ]);
  await database.db.query(sql`update device_settings set version = 7`);
  await announce({ organizations: 'all', meters: [] });
  await expect.poll(() => published.slice(3).map(([, version]) => version)).toEqual([7, 7]);
  await database.db.query(sql`update device_settings set version = 8`);
  await announce(null);
  await expect.poll(() => published.slice(5).map(([, version]) => version)).toEqual([8, 8]);
});

it('takes back what is gone, and what has another code', async () => {
  const [one, two] = meters;
  await send(one.id, two.id);
  await follower.start();
  await expect.poll(() => published).toHaveLength(2);
  published.splice(0);
  await database.db.query(sql`update meter set code = 'NEW' where id = ${one.id}`);
  await announce({ organizations: [], meters: [one.id] });
  await isPublished([topicOf(one.code), null], [topicOf('NEW'), 1]);
  await database.db.query(sql`delete from meter where id = ${two.id}`);
  await announce({ organizations: [], meters: [two.id] });
  await isPublished([topicOf(one.code), null], [topicOf('NEW'), 1], [topicOf(two.code), null]);
  expect(wanted.at(-1)).toEqual([two.id, null]);
  // A meter that never had settings, and one that is gone already.
  await announce({ organizations: [], meters: [two.id, 999_999] });
  await database.db.query(sql`delete from meter`);
  await announce({ organizations: [], meters: [one.id] });
  await expect.poll(() => published.slice(3)).toEqual([[topicOf('NEW'), null]]);
});

it('publishes under a former code of the organization too, until it ends', async () => {
  const [one] = meters;
  const former = { ...organization, code: '55500088' };
  await send(one.id);
  await follower.start();
  await isPublished([topicOf(one.code), 1]);
  await database.db.query(sql`insert into organization_alias values (${former.code}, ${organization.id})`);
  await announce({ organizations: [organization.id], meters: [] });
  await isPublished([topicOf(one.code), 1], [topicOf(one.code, former), 1]);
  await database.db.query(sql`delete from organization_alias where code = ${former.code}`);
  await announce({ organizations: [organization.id], meters: [] });
  await isPublished([topicOf(one.code), 1], [topicOf(one.code, former), 1], [topicOf(one.code, former), null]);
});

it('lists the settings that a change touched', async () => {
  const { db } = database;
  const elsewhere = await aMeter(db);
  await send(meters[0].id, meters[1].id, elsewhere.id);
  const list = async (touch: Parameters<typeof listSettings>[1]) =>
    (await listSettings(db, touch)).map(({ meter_id }) => meter_id).toSorted((a, b) => a - b);
  const all = [meters[0].id, meters[1].id, elsewhere.id];
  expect(await list(null)).toEqual(all);
  expect(await list({ organizations: 'all', meters: [] })).toEqual(all);
  expect(await list({ organizations: [organization.id], meters: [] })).toEqual(all.slice(0, 2));
  expect(await list({ organizations: [], meters: [elsewhere.id] })).toEqual([elsewhere.id]);
  expect(await list({ organizations: [], meters: [] })).toEqual([]);
});

it('keeps the answer to the settings that were sent last', async () => {
  const { db } = database;
  const { id: meterId } = meters[0];
  await send(meterId);
  const read = async () =>
    (await db.query(sql`select state, refusal, accepted, version from device_settings where meter_id = ${meterId}`))
      .rows[0];
  const answer = (version: number, state: 'ACCEPTED' | 'REJECTED', refusal: string | null = null) =>
    answerSettings(db, { meterId, version, state, refusal, time: NOW });
  await answer(2, 'ACCEPTED');
  expect(await read()).toEqual({ state: 'SENT', refusal: null, accepted: null, version: 1 });
  await answer(1, 'REJECTED', 'NOT_SUPPORTED');
  expect(await read()).toMatchObject({ state: 'REJECTED', refusal: 'NOT_SUPPORTED', accepted: null });
  await answer(1, 'ACCEPTED');
  expect(await read()).toMatchObject({ state: 'ACCEPTED', refusal: null, accepted: [] });
  await send(meterId);
  expect(await read()).toMatchObject({ state: 'SENT', accepted: [], version: 2 });
});
