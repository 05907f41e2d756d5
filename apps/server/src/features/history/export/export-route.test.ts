import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { exportSensorReadings } from '@airdeck/contract/history/routes';
import type { SensorReading } from '@airdeck/contract/history/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { afterEach, expect, test } from 'vitest';
import { Exports } from '../../../export/exports.ts';
import type { SessionRequest } from '../../../platform/http/add-route.ts';
import { createHttp } from '../../../platform/http/create-http.ts';
import { PATIENCE } from '../../../platform/http/create-server.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { createLog } from '../../../platform/log.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { readXlsx } from '../../../testing/read-xlsx.ts';
import { inChunks } from '../../../testing/rows.ts';
import { sensorReadingColumns } from './columns/readings.ts';
import { addExportRoute } from './export-route.ts';

const QUERY = 'startTime=2026-01-01&endTime=2026-01-31';
const ID = '0b6d3c0a-3f9b-4a57-9c2f-0d5d3a8f2f11';

const reading = (i: number): SensorReading => ({
  organization_name: '한국기관',
  office_name: '본관',
  department_name: '1층',
  meter_id: 1,
  meter_name: '로비',
  time_zone: 'Asia/Seoul',
  sensor_id: 1,
  sensor_name: `=${i}`,
  type: 'CO2',
  sequence: 1,
  time: new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString(),
  value: i,
  rating: 'GOOD',
});
const readings = (count: number) => Array.from({ length: count }, (_, i) => reading(i));

/** Endless rows; `ended` resolves when their iteration was ended, even before the first row. */
function endlessRows() {
  let resolve = (): void => undefined;
  const ended = new Promise<void>((call) => {
    resolve = call;
  });
  async function* chunks(): AsyncGenerator<SensorReading[]> {
    for (;;) {
      await new Promise(setImmediate);
      yield readings(1_000);
    }
  }
  const rows = (): AsyncIterable<SensorReading[]> => ({
    [Symbol.asyncIterator]() {
      const reading = chunks();
      return {
        next: () => reading.next(),
        return: async () => {
          const end = await reading.return(undefined);
          resolve();
          return end;
        },
      };
    },
  });
  return { rows, ended };
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Serves the export of sensor readings with given rows over HTTP. */
async function openServer(rows: () => AsyncIterable<SensorReading[]>, total = 3, stallMs = 60_000) {
  const logged: string[] = [];
  const log = createLog({ destination: { write: (line) => logged.push(line) } });
  const exports = new Exports({ now: () => 0 });
  const http = await createHttp({
    log,
    tls: null,
    version: '1',
    // Never refuses because the test machine is busy.
    delayMs: () => 0,
    patience: { ...PATIENCE, stall: stallMs },
    // A token is `{session}` or `{session}:{user}`.
    authenticate: async (token) => ({
      sessionId: token.split(':')[0] ?? '',
      userId: Number(token.split(':')[1] ?? 1),
      organizationId: 1,
      authority: 'SUPER_ADMIN',
      assigned: null,
      language: 'ko',
    }),
  });
  const contextOf = ({ request }: SessionRequest) =>
    ({
      language: (request.headers['accept-language'] ?? 'ko') as Language,
      now: Date.parse('2026-02-01T00:00:00Z'),
      // The viewer's name, and no back-filled days.
      read: async (run: (tx: unknown) => Promise<unknown>) =>
        run({ query: async () => ({ rows: [{ name: '홍길동', days: 0 }] }) }),
    }) as unknown as RequestContext;
  addExportRoute(http, { exports, contextOf }, exportSensorReadings, {
    open: async (_, query) => {
      if (query.sensorId?.includes(404)) throw new Failure('RESOURCE_NOT_FOUND');
      return { total, chunks: rows };
    },
    columns: (texts) => sensorReadingColumns(texts),
    subject: () => ({ meters: [] }),
    list: (texts) => texts.menu.item.sensorReadings,
    step: (texts) => texts.history.step.each,
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => http.close());
  const { port } = http.server.address() as AddressInfo;

  /** Sends a request and returns the response with an unread body. */
  const ask = async (query: string, headers: Record<string, string> = {}, method = 'GET') => {
    const path = `/api/v1/history/sensor-readings/export?${QUERY}&${query}`;
    const sent = request({
      port,
      path,
      method,
      agent: false,
      headers: { authorization: 'Bearer session', ...headers },
    });
    sent.end();
    const [response] = await once(sent, 'response');
    return response as import('node:http').IncomingMessage;
  };
  return { ask, exports, logged };
}

test('sends an Excel file with its headers', async () => {
  const { ask, exports } = await openServer(() => inChunks(readings(3)));
  const answer = await ask(`format=xlsx&name=${encodeURIComponent('본관 1월')}&exportId=${ID}&sheet=a`, {
    'accept-encoding': 'gzip',
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': expect.stringContaining("filename*=UTF-8''%EB%B3%B8%EA%B4%80%201%EC%9B%94.xlsx"),
    'x-total-rows': '3',
    'cache-control': 'no-store',
  });
  const [sheet] = readXlsx(await buffer(answer));
  expect(sheet?.name).toBe('a');
  expect(sheet?.rows.map((row) => row.map((cell) => cell?.value ?? null).slice(0, 9))).toEqual([
    ['모든 기관'],
    ['센서 현재값 · 모든 값 · 2026-01-01 ~ 2026-01-31'],
    ['만든 시각 2026-02-01 00:00 (UTC+00:00) · 만든 사람 홍길동'],
    ['측정 시각', '기관', '본부', '부서', '측정기', '센서', '센서 종류', '센서 번호', '값'],
    ...[0, 1, 2].map((i) => [expect.any(String), '한국기관', '본관', '1층', '로비', `=${i}`, 'CO₂', '1', `${i}`]),
    ['평균 (3행)', ...Array(7).fill(''), '1'],
    ['최소 (3행)', ...Array(7).fill(''), '0'],
    ['최대 (3행)', ...Array(7).fill(''), '2'],
  ]);
  expect(exports.progress(1, ID)).toEqual({ rows: 3, total: 3, done: true });
});

test('sends a CSV file in the language of the page, with the names of the specification', async () => {
  const { ask } = await openServer(() => inChunks(readings(5_000)));
  const answer = await ask('format=csv', { 'accept-encoding': 'gzip, br', 'accept-language': 'en' });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': expect.stringContaining('filename="excel.csv"'),
  });
  const lines = (await buffer(answer)).toString('utf8').split('\r\n');
  expect(lines).toHaveLength(5_002);
  expect(lines[0]).toBe(
    '\ufeffMeasured at,Organization,Office,Department,Meter,Sensor,Sensor type,Sensor number,Value,Unit,Grade,Time zone (UTC),Maintenance',
  );
  expect(lines[1]).toBe("01/01/2026 09:00:00,한국기관,본관,1층,로비,'=0,CO₂,1,0,ppm,Good,UTC+09:00,");
});

test('stops reading when the client disconnects', async () => {
  for (const format of ['xlsx', 'csv']) {
    const { rows, ended } = endlessRows();
    const { ask, exports, logged } = await openServer(rows);
    const answer = await ask(`format=${format}&exportId=${ID}`);
    expect(answer.statusCode).toBe(200);
    await once(answer, 'readable');
    answer.destroy();
    await ended;
    await expect.poll(() => isKnown(exports), { timeout: 60_000 }).toBe(false);
    expect(logged.filter((line) => line.includes('an export failed'))).toEqual([]);
  }
});

const isKnown = (exports: Exports): boolean => {
  try {
    exports.progress(1, ID);
    return true;
  } catch {
    return false;
  }
};

test('disconnects a client that stops reading', async () => {
  const { rows, ended } = endlessRows();
  const { ask } = await openServer(rows, 3, 100);
  const answer = await ask('format=csv');
  await ended;
  await expect(buffer(answer)).rejects.toThrow('aborted');
});

test('cuts the connection and logs when reading rows fails', async () => {
  async function* failing(): AsyncGenerator<SensorReading[]> {
    yield readings(3_000);
    await new Promise(setImmediate);
    throw new Error('the database is gone');
  }
  for (const format of ['xlsx', 'csv']) {
    const { ask, exports, logged } = await openServer(failing);
    const answer = await ask(`format=${format}&exportId=${ID}`);
    expect(answer.statusCode).toBe(200);
    await expect(buffer(answer)).rejects.toThrow('aborted');
    expect(logged.filter((line) => line.includes('an export failed') && line.includes('gone'))).toHaveLength(1);
    expect(isKnown(exports)).toBe(false);
  }
});

test('cuts the connection when the session ends', async () => {
  const { rows, ended } = endlessRows();
  const { ask, exports } = await openServer(rows);
  const answer = await ask('format=csv');
  exports.endSession('another');
  exports.endSession('session');
  await ended;
  await expect(buffer(answer)).rejects.toThrow('aborted');
});

test('eight unread exports of one user do not block other users, and end by themselves', async () => {
  const { rows } = endlessRows();
  const { ask } = await openServer(rows, 3, 1_000);
  const statuses = [];
  for (let i = 0; i < 8; i++) statuses.push((await ask('format=csv', { authorization: `Bearer s${i}:1` })).statusCode);
  expect(statuses).toEqual([200, 200, ...Array(6).fill(429)]);
  const other = await ask('format=csv', { authorization: 'Bearer s9:2' });
  expect(other.statusCode).toBe(200);
  other.destroy();
  await expect
    .poll(async () => (await ask('format=csv', { authorization: 'Bearer s0:1' })).statusCode, { timeout: 60_000 })
    .toBe(200);
});

test('refuses a third concurrent export of a user until one ends', async () => {
  const { rows } = endlessRows();
  const { ask } = await openServer(rows);
  const first = await ask('format=csv');
  await ask('format=csv');
  const third = await ask('format=csv');
  expect(third.statusCode).toBe(429);
  expect(JSON.parse((await buffer(third)).toString())).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect((await ask('format=csv', { authorization: 'Bearer another' })).statusCode).toBe(429);
  first.destroy();
  await expect.poll(async () => (await ask('format=csv')).statusCode, { timeout: 60_000 }).toBe(200);
});

test('frees the slot of a request that is refused', async () => {
  const { ask } = await openServer(() => inChunks(readings(1)));
  for (let i = 0; i < 4; i++) expect((await ask('format=csv&sensorId=404')).statusCode).toBe(404);
  expect((await ask('format=pdf')).statusCode).toBe(400);
  expect((await ask(`format=csv&name=${'x'.repeat(121)}`)).statusCode).toBe(400);
});

test('reads no rows for HEAD', async () => {
  const { ask } = await openServer(() => {
    throw new Error('rows must not be read');
  });
  expect((await ask('format=csv', {}, 'HEAD')).statusCode).toBe(404);
});
