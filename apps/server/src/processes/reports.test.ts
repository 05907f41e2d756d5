import { randomUUID } from 'node:crypto';
import { monthlyReport } from '@airdeck/contract/report/monthly';
import type { Report } from '@airdeck/contract/report/report';
import { API_BASE } from '@airdeck/contract/route';
import { addDays, startOfLocalDay } from '@airdeck/domain/calendar';
import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addAirReportRoutes } from '../features/report/report-routes.ts';
import { createReportWorker } from '../features/report/report-worker.ts';
import { createReportMails } from '../features/report/send-mails.ts';

import { createMailer } from '../platform/mail.ts';
import { aDepartment, aMeter, anOffice, anOrganization, type TestMeter } from '../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../testing/history-server.ts';
import { openMailReceiver } from '../testing/mail-receiver.ts';
import { testClock } from '../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { createReportSources } from './report-sources.ts';

const SEOUL = 'Asia/Seoul';
const STEP_MS = 20 * MINUTE_MS;
const CO2 = channelOf('CO2', 1);
const NOW = Date.parse('2026-11-02T01:00:00Z');
const clock = testClock(NOW);
const setClock = (time: number): void => clock.advance(time - clock.now());
const log = pino({ level: 'silent' });

let database: TestDatabase;
let server: HistoryServer;
let inbox: Awaited<ReturnType<typeof openMailReceiver>>;
let mailer: ReturnType<typeof createMailer>;
let officeId: number;
/** A stuffy classroom, and one that is well aired but whose meter was silent for most of the month. */
let stuffy: TestMeter;
let silent: TestMeter;

/** CO2 of October on weekdays: bad on Tuesdays at two in the afternoon. */
const octoberOf = (meter: TestMeter, days: number, ticksAt: (weekday: number, hour: number) => number) =>
  Array.from({ length: days }, (_, n) => addDays('2026-10-01', n)).flatMap((day, n) =>
    Array.from({ length: DAY_MS / STEP_MS }, (__, i) => ({
      meterId: meter.id,
      time: startOfLocalDay(day, SEOUL) + i * STEP_MS,
      channels: [CO2],
      // 1 October 2026 was a Thursday.
      ticks: [ticksAt((n + 3) % 7, Math.floor((i * STEP_MS) / HOUR_MS))],
    })),
  );

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const organization = await anOrganization(db, { timeZone: SEOUL });
  officeId = await anOffice(db, organization.id, '본관');
  const rooms = { organizationId: organization.id, officeId };
  const meter = { intervalS: STEP_MS / 1000, sensors: ['CO2'] } as const;
  stuffy = await aMeter(db, { department: await aDepartment(db, { ...rooms, name: '2학년 3반' }), ...meter });
  silent = await aMeter(db, { department: await aDepartment(db, { ...rooms, name: '음악실' }), ...meter });
  await db.query(sql`update meter_period set from_time = '2026-01-01'`);
  await db.query(sql`insert into facility_facts (organization_id, valid_from, facility_kind, region, opening_hours)
    values (${organization.id}, '2020-01-01', 'SCHOOL', 'KR-11', '월-금 08:00-18:00')`);
  server = await openHistoryServer({ db, clock });
  const { registry, http } = server;
  await server.store([
    ...octoberOf(stuffy, 31, (weekday, hour) => (weekday === 1 && hour === 14 ? 1900 : 600)),
    ...octoberOf(silent, 5, () => 500),
  ]);
  await server.rollUp();
  addAirReportRoutes(http, { db, registry, clock, sources: createReportSources({ db, registry, clock }) });
  inbox = await openMailReceiver();
  mailer = createMailer({ smtpUrl: inbox.url, from: 'airdeck@example.com', publicUrl: 'https://air.example.com' }, log);
});
afterAll(async () => {
  await mailer.stop();
  await inbox.close();
  await server.close();
  await database.close();
});
beforeEach(async () => {
  setClock(NOW);
  inbox.inbox.length = 0;
  await database.db.query(sql`truncate report, report_schedule cascade`);
});

const organizationId = () => stuffy.department.organizationId;
const ask = async (method: 'GET' | 'POST', path: string, payload?: object, role = 'LOCAL_ADMIN') => {
  const headers = { authorization: `Bearer ${organizationId()}:${role}`, 'accept-language': 'ko' };
  const answer = await server.http.inject({
    method,
    url: `${API_BASE}/reports${path}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, answer };
};
const list = async (): Promise<Report[]> => (await ask('GET', '')).answer.json().reports;
const worker = () =>
  createReportWorker({
    ...{ db: database.db, registry: server.registry, clock, log, holder: randomUUID() },
    sources: createReportSources({ db: database.db, registry: server.registry, clock }),
    sendMails: createReportMails({ db: database.db, clock, log, mailer, publicUrl: 'https://air.example.com' }),
  });
const aRequest = (given: object = {}) =>
  ask('POST', '/monthly', { office_id: officeId, month: '2026-10', report_language: 'ko', ...given });

describe('the monthly report on screen', () => {
  it('names the verdict, the worst room with its hour, and meters that need a visit', async () => {
    const { answer } = await ask('GET', `/monthly?officeId=${officeId}&month=2026-10`, undefined, 'LOCAL_USER');
    const report = monthlyReport.parse(answer.json());
    expect(report).toMatchObject({ office_name: '본관', verdict: 'ATTENTION', hours_known: true, rooms_total: 2 });
    expect(report.pack.code).toBe('KR_SCHOOLS');
    expect(report.rooms).toMatchObject([
      { name: '2학년 3반', type: 'CO2', when: { weekday: 1, hour: 14 }, act: 'AIR_MORE' },
    ]);
    expect(report.rooms[0]?.worst).toMatchObject({ value: 1900, limit: 1000 });
    const [co2] = report.types;
    // Four Tuesdays of October.
    expect(co2).toMatchObject({ type: 'CO2', days_over: 4, verdict: 'EXCEEDED', p95: 600 });
    // The 220 open hours of the stuffy room, four of them bad, and 30 of the silent one.
    expect(co2?.mean).toBeCloseTo((216 * 600 + 4 * 1900 + 30 * 500) / 250);
    expect(report.visits).toMatchObject([{ department_name: '음악실', reason: 'LITTLE_DATA' }]);
    expect(report.days).toHaveLength(31);
    expect(report.trend).toMatchObject([{ month: '2026-10' }, { index: null }, { month: '2025-10', index: null }]);
  });

  it('is refused for a month of the future and an office of others', async () => {
    expect((await ask('GET', `/monthly?officeId=${officeId}&month=2026-12`)).status).toBe(400);
    expect((await ask('GET', '/monthly?officeId=999999&month=2026-10')).status).toBe(404);
    expect((await aRequest({ month: '2026-12' })).status).toBe(400);
    expect(
      (await ask('POST', '/monthly', { office_id: officeId, month: '2026-10', report_language: 'ko' }, 'LOCAL_USER'))
        .status,
    ).toBe(403);
  });
});

describe('a requested report', () => {
  it('is seen and requested by people who are limited to its office, and by no others of their organization', async () => {
    const other = await anOffice(database.db, organizationId());
    await server.registry.reload();
    const [here, elsewhere] = [officeId, other].map((id) => `LOCAL_ADMIN:session:1:${id}`);
    const body = { office_id: officeId, month: '2026-10', report_language: 'ko' };
    expect((await ask('POST', '/monthly', body, elsewhere)).status).toBe(404);
    const { status, answer } = await ask('POST', '/monthly', body, here);
    expect(status).toBe(200);
    const { id } = answer.json();
    await worker().sweep();
    const seenBy = async (role?: string) => {
      const reports: Report[] = (await ask('GET', '', undefined, role)).answer.json().reports;
      const monthly = await ask('GET', `/monthly?officeId=${officeId}&month=2026-10`, undefined, role);
      const file = await ask('GET', `/${id}/file?format=pdf`, undefined, role);
      return [reports.map((each) => each.id), monthly.status, file.status];
    };
    expect(await seenBy(here)).toEqual([[id], 200, 200]);
    expect(await seenBy(elsewhere)).toEqual([[], 404, 404]);
  });

  it('is made by the worker and can be downloaded', async () => {
    expect((await aRequest()).status).toBe(200);
    expect(await list()).toMatchObject([{ state: 'WAITING', progress: 0, files: [] }]);
    await worker().sweep();
    const [row] = await list();
    expect(row).toMatchObject({ state: 'DONE', progress: 100, files: [{ format: 'pdf' }], scheduled: false });
    const { answer } = await ask('GET', `/${row?.id}/file`, undefined, 'LOCAL_USER');
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await ask('GET', `/${row?.id}/file?format=xlsx`)).status).toBe(404);
  });

  it('can be canceled while it waits and while it is made', async () => {
    const waiting = (await aRequest()).answer.json();
    expect((await ask('POST', `/${waiting.id}/cancel`, {})).answer.json()).toMatchObject({ state: 'CANCELED' });
    await aRequest();
    const made = worker();
    const { db } = database;
    const sources = createReportSources({ db, registry: server.registry, clock });
    await createReportWorker({
      ...{ db, registry: server.registry, clock, log, holder: randomUUID(), sendMails: null },
      sources: {
        ...sources,
        month: async (...asked) => {
          const [running] = await list();
          await ask('POST', `/${running?.id}/cancel`, {});
          return sources.month(...asked);
        },
      },
    }).sweep();
    await made.sweep();
    expect((await list()).map(({ state, files }) => [state, files])).toEqual([
      ['CANCELED', []],
      ['CANCELED', []],
    ]);
  });

  it('says why it failed, and is made again when its process was interrupted', async () => {
    await aRequest({ pack: 'OWN:none' });
    await worker().sweep();
    expect(await list()).toMatchObject([{ state: 'FAILED', reason: 'OTHER' }]);
    await aRequest();
    await database.db.query(sql`update report set state = 'RUNNING', holder = ${randomUUID()} where state = 'WAITING'`);
    await worker().sweep();
    expect((await list())[0]).toMatchObject({ state: 'DONE' });
  });

  it('does not change when its data or facts change', async () => {
    await aRequest();
    await worker().sweep();
    const bytes = async () => (await ask('GET', `/${(await list())[0]?.id}/file`)).answer.rawPayload;
    const before = await bytes();
    await database.db.query(sql`update facility_facts set facility_kind = 'LIBRARY'`);
    await worker().sweep();
    expect((await bytes()).equals(before)).toBe(true);
    await database.db.query(sql`update facility_facts set facility_kind = 'SCHOOL'`);
    // The same data give the same bytes.
    await aRequest();
    await worker().sweep();
    expect((await bytes()).equals(before)).toBe(true);
  });

  it('is refused while too many of an organization wait', async () => {
    await database.db.query(sql`insert into report (kind, organization_id, office_id, organization_name, office_name,
        period, language, requested_time)
      select 'MONTHLY', ${organizationId()}, ${officeId}, '', '', '2026-10', 'ko', now() from generate_series(1, 20)`);
    expect((await aRequest()).status).toBe(429);
  });
});

describe('the yearly sheet', () => {
  const entries = {
    measured_on: '2026-05-12',
    results: [{ quantity: 'CO2', place: '2학년 3반', mean: 1200 }],
  };

  it('keeps what was entered apart from continuous data, with limits, deadlines and its rules', async () => {
    const asked = { office_id: officeId, year: 2026, report_language: 'ko', entries };
    expect((await ask('POST', '/yearly', asked)).status).toBe(200);
    await worker().sweep();
    const [row] = await list();
    expect(row).toMatchObject({ state: 'DONE', kind: 'YEARLY', period: '2026' });
    expect(row?.files.map(({ format }) => format)).toEqual(['pdf', 'xlsx']);
    const { rows } = await database.db.query<{ content: Record<string, unknown> }>(sql`select content from report`);
    expect(rows[0]?.content).toMatchObject({
      ministry: 'CLIMATE',
      verdicts: ['EXCEEDED'],
      deadlines: { report_by: '2026-06-11', kept_until: '2036-05-12' },
      annex: { meters: 2, office: [{ rule: 'aired/CO2', verdict: 'EXCEEDED' }] },
    });
    const form = (await ask('GET', `/yearly/form?officeId=${officeId}&year=2027`)).answer.json();
    expect(form.entries).toMatchObject(entries);
  });

  it('names the fields that are out of bounds', async () => {
    const wrong = { ...entries, results: [{ quantity: 'CO2', place: '', mean: -1 }] };
    const { status, answer } = await ask('POST', '/yearly', {
      ...{ office_id: officeId, year: 1999, report_language: 'ko', entries: wrong },
    });
    expect(status).toBe(400);
    expect(Object.keys(answer.json().errors)).toEqual(
      expect.arrayContaining(['year', 'entries.results.0.place', 'entries.results.0.mean']),
    );
  });
});

describe('a schedule', () => {
  const schedule = (recipients: string, updated = '2026-10-15') =>
    database.db.query(sql`
      insert into report_schedule (organization_id, office_id, send_day, send_hour, recipients, language, updated_time)
      values (${organizationId()}, ${officeId}, 2, 9, ${recipients}, 'ko', ${updated}::timestamptz)`);

  it('mails the report of the last month once to each receiver, with the PDF', async () => {
    await schedule('head@example.com, office@example.com');
    await worker().sweep();
    await worker().sweep();
    expect(inbox.inbox.flatMap(({ to }) => to).sort()).toEqual(['head@example.com', 'office@example.com']);
    expect(inbox.inbox[0]?.raw).toContain('application/pdf');
    expect(await list()).toMatchObject([{ scheduled: true, mails: { sent: 2, waiting: 0, failed: 0 } }]);
  });

  it('sends nothing before its hour', async () => {
    setClock(Date.parse('2026-11-01T23:59:00Z'));
    await schedule('head@example.com');
    await worker().sweep();
    expect([inbox.inbox, await list()]).toEqual([[], []]);
  });

  it('tries again later when the mail server fails for a time, and gives up at a refusal', async () => {
    await schedule('head@example.com');
    inbox.refuse(451);
    await worker().sweep();
    expect(await list()).toMatchObject([{ mails: { sent: 0, waiting: 1, failed: 0 } }]);
    inbox.refuse(550);
    setClock(NOW + 5 * MINUTE_MS);
    await worker().sweep();
    inbox.refuse(null);
    expect(await list()).toMatchObject([{ mails: { sent: 0, waiting: 0, failed: 1 } }]);
  });
});
