import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { name } from '@airdeck/contract/field';
import { pageQuery, sortBy } from '@airdeck/contract/paging';
import { route } from '@airdeck/contract/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { addLongRoute, addPublicRoute, addRoute } from './add-route.ts';
import { createHttp, type Http } from './create-http.ts';
import { PATIENCE } from './create-server.ts';
import { Failure } from './failure.ts';
import { JsonText } from './long-answer.ts';
import { createHostCheck } from './own-host.ts';
import { consolePage, serveConsole } from './serve-console.ts';
import type { Who } from './who.ts';

const who: Who = {
  sessionId: 's',
  userId: 7,
  organizationId: 1,
  authority: 'LOCAL_USER',
  assigned: null,
  language: 'en',
};
const bearer = { authorization: 'Bearer good' };
const logged: string[] = [];
let http: Http;

const echo = route({
  method: 'POST',
  path: '/echo',
  access: 'public',
  summary: 'Answers what it was sent',
  body: z.object({
    name,
    count: z.int().min(1, 'TOO_SMALL').max(5).default(1),
    kind: z.enum(['A', 'B']).optional(),
    note: z.string().max(3).nullish(),
    parts: z.array(z.object({ code: z.string().min(2) })).default([]),
  }),
  answer: z.object({ name: z.string(), count: z.int() }),
});
const list = route({
  method: 'GET',
  path: '/list',
  access: { action: 'read', entity: 'account' },
  summary: 'Answers how it was asked',
  query: pageQuery.extend({ name: z.string().optional(), sort: sortBy(['name', 'id']) }),
  answer: z.object({
    page: z.int(),
    size: z.int(),
    sort: z.array(z.object({ field: z.string(), descending: z.boolean() })),
  }),
});
const item = route({
  method: 'GET',
  path: '/items/:id',
  access: { action: 'read', entity: 'meters' },
  summary: 'Answers the caller',
  params: z.object({ id: z.string().regex(/^\d+(?![\s\S])/) }),
  answer: z.object({ id: z.string(), userId: z.int() }),
});
const removal = route({
  method: 'DELETE',
  path: '/items/:id',
  access: { action: 'delete', entity: 'meters' },
  summary: 'Refuses all callers',
  answer: z.object({}),
});
const loose = route({
  method: 'POST',
  path: '/loose',
  access: { action: 'read', entity: 'account' },
  summary: 'Takes any object, as logging out does',
  body: z.looseObject({}).nullish(),
  answer: z.object({}),
});
const long = route({
  method: 'GET',
  path: '/long',
  access: { action: 'read', entity: 'account' },
  summary: 'Answers for a long time',
  isLong: true,
  answer: z.array(z.int()),
});
const broken = route({
  method: 'GET',
  path: '/broken',
  access: 'public',
  summary: 'Fails',
  query: z.object({ how: z.enum(['throw', 'conflict', 'leave', 'answer']) }),
  answer: z.object({ fine: z.boolean() }),
});

/** A JSON array of LONG numbers, in parts as they are read. */
const LONG = 200_000;
async function* numbersText(): AsyncGenerator<string> {
  for (let i = 0; i < LONG; i += 1_000)
    yield `${i > 0 ? ',' : '['}${Array.from({ length: 1_000 }, (_, k) => i + k).join()}`;
  yield ']';
}

beforeAll(async () => {
  http = await createHttp({
    log: createLog({ destination: { write: (line) => logged.push(line) } }),
    tls: null,
    version: '1.2.3',
    // However busy the test machine is.
    delayMs: () => 0,
    authenticate: async (token) => {
      if (token !== 'good') throw new Failure('INVALID_SIGNATURE');
      return who;
    },
    page: async (_request, reply) => reply.type('text/html').send('<p>console</p>'),
  });
  const secrets = { password: 'hunter2' };
  addPublicRoute(http, echo, ({ body }) => ({ ...secrets, ...body }), { perMinute: 300 });
  addRoute(http, list, ({ query }) => query);
  addRoute(http, item, ({ params, who: { userId } }) => ({ id: params.id, userId }), { notFound: 'USER_NOT_FOUND' });
  addRoute(http, loose, () => ({}));
  addRoute(http, removal, () => ({}));
  addLongRoute(http, long, () => new JsonText(numbersText()));
  addPublicRoute(http, broken, ({ query: { how } }) => {
    if (how === 'throw') throw new Error('password of the database is hunter2');
    if (how === 'conflict') throw new Failure('DUPLICATION_ID', { login: 'LOGIN_ID' });
    if (how === 'leave') throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
    return JSON.parse('{"fine":"hunter2"}');
  });
  await http.ready();
});
afterAll(() => http.close());

const post = (payload: unknown, headers: Record<string, string> = {}, path = 'echo') =>
  http.inject({
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  });
const get = (url: string, headers: Record<string, string> = {}) => http.inject({ method: 'GET', url, headers });

describe('validation', () => {
  it('answers what the schema lists, and nothing else', async () => {
    const answer = await post({ name: 'A', count: 2 });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ name: 'A', count: 2 });
  });

  it.each([
    ['nothing', {}, { name: 'REQUIRED' }],
    ['null', { name: null }, { name: 'REQUIRED' }],
    ['a rule of the field', { name: '<b>' }, { name: 'NAME' }],
    ['a trailing newline', { name: 'A\n' }, { name: 'CONTROL_CHARACTER' }],
    ['too small, by message', { name: 'A', count: 0 }, { count: 'TOO_SMALL' }],
    ['too large', { name: 'A', count: 6 }, { count: 'TOO_LARGE' }],
    ['no number', { name: 'A', count: '2' }, { count: 'INVALID' }],
    ['not one of them', { name: 'A', kind: 'C' }, { kind: 'INVALID' }],
    ['too long', { name: 'A', note: 'abcd' }, { note: 'TOO_LONG' }],
    ['NUL', { name: 'A', note: 'a\u0000' }, { note: 'INVALID' }],
    ['an unknown key', { name: 'A', authority: 'SUPER_ADMIN' }, { authority: 'UNKNOWN_FIELD' }],
    [
      'deep inside',
      { name: 'A', parts: [{ code: 'ok' }, { code: 'x' }, {}] },
      { 'parts.1.code': 'TOO_SHORT', 'parts.2.code': 'REQUIRED' },
    ],
    ['unknown deep inside', { name: 'A', parts: [{ code: 'ok', x: 1 }] }, { 'parts.0.x': 'UNKNOWN_FIELD' }],
    ['an array for an object', [], { body: 'INVALID' }],
    ['a scalar for an object', '"text"', { body: 'INVALID' }],
    ['an array for a scalar', { name: ['A'] }, { name: 'INVALID' }],
  ])('names the field: %s', async (_title, payload, errors) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'INVALID_PARAMETER', errors });
  });

  it('asks for the fields when there is no body at all', async () => {
    const answer = await http.inject({ method: 'POST', url: '/api/v1/echo' });
    expect(answer.json()).toMatchObject({ code: 'INVALID_PARAMETER', errors: { name: 'REQUIRED' } });
  });

  it.each([
    ['cut JSON', '{"name":', {}],
    ['__proto__', '{"name":"A","__proto__":{"x":1}}', {}],
    ['constructor.prototype', '{"name":"A","constructor":{"prototype":{"x":1}}}', {}],
    ['a key twice', '{"name":"A","name":"B"}', {}],
    ['a key twice inside', '{"name":"A","parts":[{"code":"ab","code":"cd"}]}', {}],
    ['5,000 levels', `{"name":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, {}],
    ['100,000 levels', '['.repeat(100_000), {}],
    ['no UTF-8', Buffer.from('7b226e616d65223a22ff227d', 'hex'), {}],
    ['no JSON type', 'name=A', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text', 'name=A', { 'content-type': 'text/plain' }],
    ['1 MB', JSON.stringify({ name: 'A'.repeat(1_000_000) }), {}],
  ])('refuses a body that it cannot read: %s', async (_title, payload, headers) => {
    const answer = await post(payload, headers);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'ERR_BAD_REQUEST', errors: {} });
  });

  it('refuses a deep body also where any field is taken', async () => {
    const deep = `{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_001)}`;
    const answer = await post(deep, bearer, 'loose');
    expect(answer.statusCode).toBe(400);
    expect((await post({ a: { b: ['c'] } }, bearer, 'loose')).statusCode).toBe(200);
  });

  it.each([
    ['', { page: 0, size: 12, sort: [] }],
    ['?page=3&size=999999', { page: 3, size: 999_999, sort: [] }],
    [
      '?sort=name,ASC&sort=id,DESC',
      {
        page: 0,
        size: 12,
        sort: [
          { field: 'name', descending: false },
          { field: 'id', descending: true },
        ],
      },
    ],
  ])('reads a page query: %s', async (query, expected) => {
    expect((await get(`/api/v1/list${query}`, bearer)).json()).toEqual(expected);
  });

  it.each([
    ['?page=-1', 'page'],
    ['?page=1e9', 'page'],
    ['?page=NaN', 'page'],
    ['?page=1%0A', 'page'],
    ['?size=0', 'size'],
    ['?size=1000000', 'size'],
    ['?page=1&page=2', 'page'],
    ['?name=a&name=b', 'name'],
    ['?sort=password', 'sort'],
    ['?sort=name&sort=__proto__,DESC', 'sort'],
    ['?name[]=a', 'name[]'],
    ['?name=a%00', 'name'],
    ['?organisation=1', 'organisation'],
  ])('refuses a query: %s', async (query, field) => {
    const answer = await get(`/api/v1/list${query}`, bearer);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });

  it('refuses a query with __proto__', async () => {
    expect((await get('/api/v1/list?__proto__=1', bearer)).statusCode).toBe(400);
  });

  it.each(['x', ':id', '1%0A', '1%2F2', '%00', `1${'1'.repeat(5_000)}x`])(
    'has nothing at a malformed id: %s',
    async (id) => {
      const answer = await get(`/api/v1/items/${id}`, bearer);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().code).toBe('USER_NOT_FOUND');
    },
  );
});

describe('guard', () => {
  it.each([
    '/api/v1/list',
    '/api/v1/list/',
    '/api/v1/items/1',
    '/api/v1/nothing',
    '/api/v1',
    '/api/v1/',
    '/api',
    '/API/v1/list',
    '/api//v1/list',
    '//api/v1/list',
    '/api/v1//list',
    '/%61pi/v1/list',
    '/api%2Fv1%2Flist',
    '/api%5Cv1/list',
    '/api/v1/%2e%2e/list',
    '/x/%2e%2e/api/v1/list',
    '/api/v1/%zz',
    '/api/v2/list',
    '/api/v1/list?access_token=good',
    '/api/v1/list;x=1',
  ])('asks for a session at %s', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe('INVALID_TOKEN');
  });

  it.each([
    '/api/v1/nothing',
    '/api/v1',
    '/api//v1/list',
    '/api/v1//list',
    '/api%2Fv1%2Flist',
    '/api/v1/%2e%2e/list',
    '/api/v1/%zz',
  ])('finds nothing at %s, with a session', async (url) => {
    const answer = await get(url, bearer);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().code).toBe('RESOURCE_NOT_FOUND');
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const)(
    'asks for a session with %s',
    async (method) => {
      expect((await http.inject({ method, url: '/api/v1/list' })).statusCode).toBe(401);
      expect((await http.inject({ method, url: '/api/v1/nothing' })).statusCode).toBe(401);
    },
  );

  it.each(['', 'good', 'Basic good', 'Bearer', 'Bearer good extra', 'Bearer  '])(
    'takes no other authorization: %j',
    async (authorization) => {
      expect((await get('/api/v1/list', { authorization })).json().code).toBe('INVALID_TOKEN');
    },
  );

  it("passes on the authenticator's failure, and takes bearer in any case", async () => {
    expect((await get('/api/v1/list', { authorization: 'Bearer bad' })).json().code).toBe('INVALID_SIGNATURE');
    expect((await get('/api/v1/list', { authorization: 'bearer good' })).statusCode).toBe(200);
  });

  it('lets a role do what it may, before anything else is looked at', async () => {
    expect((await get('/api/v1/items/12', bearer)).json()).toEqual({ id: '12', userId: 7 });
    const answer = await http.inject({ method: 'DELETE', url: '/api/v1/items/12', headers: bearer });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe('ACCESS_DENIED');
  });

  it('does not start with an API route that does not say who may call it', async () => {
    const bare = await createHttp({
      log: createLog({ level: 'silent' }),
      tls: null,
      version: '1',
      authenticate: async () => who,
    });
    expect(() => bare.get('/api/v1/open', () => 'x')).toThrow('does not say who may call it');
    expect(() => addRoute(bare, echo, () => ({ name: '', count: 1 }))).toThrow('needs no session');
    expect(() => addPublicRoute(bare, list, ({ query }) => query)).toThrow('is not public');
    await bare.close();
  });

  it.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://localhost:81', 403],
    ['http://localhost', 200],
    ['http://localhost:80', 200],
  ])('origin %s → %d', async (origin, status) => {
    const answer = await get('/api/v1/list', { ...bearer, origin, host: 'localhost' });
    expect(answer.statusCode).toBe(status);
    if (status === 403) expect(answer.json().code).toBe('INVALID_CORS');
  });
});

it('answers nothing under a name that is not its own', async () => {
  const demo = await createHttp({
    log: createLog({ level: 'silent' }),
    tls: null,
    version: '1',
    authenticate: async () => who,
    page: async (_request, reply) => reply.type('text/html').send('<p>console</p>'),
    isOwnHost: createHostCheck('127.0.0.1'),
  });
  addPublicRoute(demo, echo, ({ body }) => body);
  const at = (host: string, url: string) => demo.inject({ url, headers: { host } });
  for (const url of ['/', '/api/v1/openapi.json', '/api/v1/nothing']) {
    const answer = await at('rebound.example:8080', url);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'INVALID_HOST' });
  }
  const posted = await demo.inject({
    method: 'POST',
    url: '/api/v1/echo',
    payload: { name: 'A' },
    headers: { host: 'rebound.example', origin: 'http://rebound.example' },
  });
  expect(posted.json().code).toBe('INVALID_HOST');
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080']) {
    expect((await at(host, '/')).statusCode).toBe(200);
  }
  await demo.close();
});

describe('answers', () => {
  it.each(['gzip', 'gzip, deflate, br, zstd'])(
    'compresses a long one for a client that takes %s',
    async (encodings) => {
      const answer = await get('/api/v1/long', { ...bearer, 'accept-encoding': encodings });
      expect(answer.headers['content-encoding']).toBe('gzip');
      const numbers = JSON.parse(gunzipSync(answer.rawPayload).toString());
      expect(numbers).toEqual(Array.from({ length: LONG }, (_, i) => i));
    },
  );

  it('leaves a long one as it is for a client that does not take gzip', async () => {
    const answer = await get('/api/v1/long', { ...bearer, 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.json()).toHaveLength(LONG);
  });

  it.each(['throw', 'answer'])('hides what went wrong inside: %s', async (how) => {
    logged.length = 0;
    const answer = await get(`/api/v1/broken?how=${how}`, { 'accept-language': 'en' });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('hunter2');
    const { request_id, message, ...rest } = answer.json();
    expect(rest).toEqual({ code: 'INTERNAL_SERVER_ERROR', errors: {} });
    expect(message).toMatch(/^The server had a problem/);
    expect(logged.filter((line) => line.includes('"level":50') && line.includes(request_id))).toHaveLength(1);
  });

  it('a client that leaves while it is answered is no failure of the server', async () => {
    logged.length = 0;
    expect((await get('/api/v1/broken?how=leave')).statusCode).toBe(400);
    expect(logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it('keeps the fields of a failure, and the status of its code', async () => {
    const answer = await get('/api/v1/broken?how=conflict');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'DUPLICATION_ID', errors: { login: 'LOGIN_ID' } });
  });

  it("speaks the language of the request, which the page may have switched, else the user's, else Korean", async () => {
    const text = async (url: string, headers: Record<string, string>) => (await get(url, headers)).json().message;
    expect(await text('/api/v1/nothing', bearer)).toMatch(/^The item was not found/);
    expect(await text('/api/v1/nothing', { ...bearer, 'accept-language': 'ko' })).toMatch(/^항목을 찾을 수 없/);
    expect(await text('/api/v1/nothing', { 'accept-language': 'en-US' })).toMatch(/^Your user token/);
    expect(await text('/api/v1/nothing', {})).toMatch(/^사용자 토큰/);
  });

  it('are not kept by caches below the API, cannot be framed, and run no inline script', async () => {
    for (const url of ['/api/v1/openapi.json', '/api/v1/nothing']) {
      expect((await get(url)).headers['cache-control']).toBe('no-store');
    }
    const { headers } = await get('/monitoring/agency');
    expect(headers['cache-control']).toBeUndefined();
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it("leave other addresses to the console's page", async () => {
    const answer = await get('/monitoring/agency');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('<p>console</p>');
  });

  it('throttle an address, not the others', async () => {
    const from = async (remoteAddress: string) =>
      (await http.inject({ method: 'POST', url: '/api/v1/echo', payload: { name: 'A' }, remoteAddress })).statusCode;
    for (let i = 0; i < 300; i++) expect(await from('10.0.0.1')).toBe(200);
    const refused = await http.inject({ method: 'POST', url: '/api/v1/echo', payload: {}, remoteAddress: '10.0.0.1' });
    expect(refused.statusCode).toBe(429);
    expect(refused.json().code).toBe('TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await from('10.0.0.2')).toBe(200);
  });

  it('are logged without tokens, queries and bodies', async () => {
    logged.length = 0;
    await get('/api/v1/list?name=secret-name', bearer);
    await post({ name: 'secret-body' });
    const lines = logged.map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { method: 'GET', path: '/api/v1/list', status: 200, userId: 7, ip: '127.0.0.1' },
      { method: 'POST', path: '/api/v1/echo', status: 200 },
    ]);
    expect(logged.join()).not.toMatch(/secret|good/);
  });
});

it('ends 150 bodies that drip, without a login and without an error of its own', async () => {
  const lines: string[] = [];
  const dripped = await createHttp({
    log: createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } }),
    tls: null,
    version: '1',
    authenticate: async () => who,
    patience: { ...PATIENCE, headers: 200, request: 500 },
  });
  addPublicRoute(dripped, echo, ({ body }) => body);
  await dripped.listen({ port: 0, host: '127.0.0.1' });
  const { port } = dripped.server.address() as AddressInfo;
  let answers = '';
  const drips = Array.from({ length: 150 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      answers += data;
    });
    socket.write('POST /api/v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
    socket.write('Content-Length: 1000\r\n\r\n{');
    const timer = setInterval(() => socket.write(' '), 50);
    return new Promise<void>((resolve) => {
      socket.once('close', () => {
        clearInterval(timer);
        resolve();
      });
    });
  });
  await Promise.all(drips);
  expect(answers).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(lines).toEqual([]);
  await dripped.close();
});

describe('a process that does not keep up', () => {
  let late = 1_500;
  let busy: Http;
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-console-'));
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    for (const file of ['index.html', 'favicon.svg', 'assets/main.js']) writeFileSync(join(folder, file), file);
    busy = await createHttp({
      log: createLog({ level: 'silent' }),
      tls: null,
      version: '1',
      authenticate: async () => who,
      page: consolePage(folder),
      delayMs: () => late,
    });
    addPublicRoute(busy, echo, ({ body }) => body);
    addRoute(busy, list, ({ query }) => query);
    await serveConsole(busy, folder);
  });
  afterAll(async () => {
    await busy.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("refuses questions, and never the console's files, a login or another public route", async () => {
    const answer = () => busy.inject({ url: '/api/v1/list', headers: bearer });
    const ask = async () => (await answer()).statusCode;
    expect(await ask()).toBe(429);
    expect((await answer()).headers['retry-after']).toBe('1');
    for (const url of ['/', '/monitoring/grade', '/assets/main.js', '/favicon.svg', '/api/v1/openapi.json']) {
      expect((await busy.inject({ url })).statusCode, url).toBe(200);
    }
    expect((await busy.inject({ method: 'POST', url: '/api/v1/echo', payload: { name: 'A' } })).statusCode).toBe(200);
    late = 10;
    expect(await ask()).toBe(200);
  });
});

describe('OpenAPI', () => {
  it('lists every route with what it takes and answers', async () => {
    const document = (await get('/api/v1/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: 'Airdeck', version: '1.2.3' });
    expect(Object.keys(document.paths).sort()).toEqual([
      '/api/v1/broken',
      '/api/v1/docs',
      '/api/v1/echo',
      '/api/v1/items/{id}',
      '/api/v1/list',
      '/api/v1/long',
      '/api/v1/loose',
      '/api/v1/openapi.json',
    ]);
    const { post: echoed } = document.paths['/api/v1/echo'];
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(echoed.security).toEqual([]);
    expect(echoed.requestBody.content['application/json'].schema).toMatchObject({
      required: ['name'],
      additionalProperties: false,
    });
    expect(Object.keys(echoed.responses)).toEqual(['200', 'default']);
    const { get: listed } = document.paths['/api/v1/list'];
    expect(listed.security).toBeUndefined();
    expect(listed.parameters.map((parameter: { name: string }) => parameter.name)).toEqual([
      'page',
      'size',
      'sort',
      'name',
    ]);
    expect(Object.keys(document.paths['/api/v1/items/{id}'])).toEqual(['get', 'delete']);
  });
});
