import { connect } from 'node:net';
import { API_BASE } from '@airdeck/contract/route';
import fc from 'fast-check';
import { spoilt, strangeJson } from './mutate.ts';

const PERIOD = 'startTime=2026-03-01&endTime=2026-03-02';
const PATHS = [
  '/login',
  '/logout',
  '/welcome',
  '/health',
  '/health/live',
  '/health/ready',
  '/users/me',
  '/users/1',
  '/meters',
  '/meters/1',
  '/meters/1/secret',
  '/meters/1/quality',
  '/sensors',
  '/purifiers',
  '/unregistered',
  '/unregistered/1/readings',
  '/unregistered/1/registration',
  '/gateways',
  '/organizations/1/retention',
  '/organizations/1/enrolment',
  '/rejections',
  '/quarantine',
  '/monitoring/cards/agency',
  '/monitoring/sensors',
  '/monitoring/sensors/1/course',
  '/monitoring/tree',
  `/history/meter-readings?${PERIOD}`,
  `/history/meter-averages?${PERIOD}&unit=hour`,
  `/history/sensor-series?${PERIOD}&step=hour&sensorId=1`,
  `/history/meter-readings/export?${PERIOD}&format=csv`,
  '/no/such/path',
];
const QUERIES = [
  'version',
  'page',
  'size',
  'sort',
  'id',
  'organizationName',
  'meterName',
  'startTime',
  'endTime',
  'unit',
  'x',
];
const body = fc.record({
  code: fc.constantFrom('00000000', '1'),
  id: fc.string(),
  password: fc.string({ maxLength: 2_000 }),
  name: fc.string(),
  department_id: fc.integer(),
  version: fc.integer(),
});

/** Lone surrogates cannot be sent: they become the replacement character. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

const query = fc
  .array(fc.tuple(fc.constantFrom(...QUERIES), fc.oneof(fc.string(), fc.integer().map(String))), { maxLength: 4 })
  .map((pairs) => pairs.map(([key, value]) => `${key}=${encodeURIComponent(wellFormed(value))}`).join('&'));

/** Requests as bytes; `tokens` are sessions that the run may use up. */
const requestOf = (tokens: readonly string[]): fc.Arbitrary<Buffer> =>
  fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE'),
      path: fc.constantFrom(...PATHS),
      query,
      token: fc.option(fc.constantFrom(...tokens), { freq: 6 }),
      body: fc.option(strangeJson(body)),
      type: fc.constantFrom('application/json', 'application/json', 'text/plain', 'application/x-www-form-urlencoded'),
      header: fc.option(
        fc.constantFrom(
          'Origin: http://x',
          'Expect: 100-continue',
          'Accept-Encoding: gzip',
          'Host: evil',
          'Range: bytes=0-',
        ),
      ),
    })
    .map(({ method, path, query: more, token, body: text, type, header }) => {
      const content = text === null ? '' : wellFormed(text);
      const lines = [
        `${method} ${API_BASE}${path}${more === '' ? '' : `${path.includes('?') ? '&' : '?'}${more}`} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Connection: close',
        // An ended session would prevent further requests.
        ...(token === null || path === '/logout' ? [] : [`Authorization: Bearer ${token}`]),
        ...(text === null ? [] : [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(content)}`]),
        ...(header === null ? [] : [header]),
      ];
      return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${content}`);
    });

export const request = (tokens: readonly string[]): fc.Arbitrary<Buffer> =>
  fc.oneof({ weight: 3, arbitrary: requestOf(tokens) }, { weight: 1, arbitrary: spoilt(requestOf(tokens)) });

const PATIENCE_MS = 60_000;

/** Sends a request; returns the status of each answer, possibly none. */
export const send = async (port: number, bytes: Buffer): Promise<number[]> => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.on('data', (data) => {
    // The head of an answer is enough; a stream never ends by itself.
    if (text.length < 4_000) text += data.toString('latin1');
    if (text.includes('text/event-stream')) socket.destroy();
  });
  socket.end(bytes);
  // Not by `once`, which rejects when the connection is reset.
  await new Promise((resolve) => socket.once('close', resolve));
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
};
