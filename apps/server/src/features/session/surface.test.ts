import { API_BASE } from '@airdeck/contract/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aUser, FACTORY_PASSWORD } from '../../testing/factory.ts';
import { dereferenced } from '../../testing/read-document.ts';
import { formOf, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let app: SessionApp;
beforeAll(async () => {
  database = await testDatabase();
  app = await sessionApp({ db: database.db, clock: testClock(), isDemo: true });
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const PUBLIC = [
  'POST /login',
  'GET /welcome',
  'POST /demo/login',
  'POST /reset',
  'POST /reset/check',
  'GET /search/id',
  'GET /search/password',
  'GET /openapi.json',
  'GET /docs',
];

interface Operation {
  security?: object[];
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

const readDocument = async (): Promise<Document> =>
  dereferenced((await app.http.inject(`${API_BASE}/openapi.json`)).json());

/** Every `key` of a JSON text's objects, however deep. */
const keysOf = (text: string): string[] => {
  const keys: string[] = [];
  JSON.parse(text, (key, value) => {
    keys.push(key);
    return value;
  });
  return keys;
};

describe('the API of session and user', () => {
  it('asks for a session at every address of its document that is not public', async () => {
    const { paths } = await readDocument();
    const asked: string[] = [];
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { security }] of Object.entries(operations)) {
        const name = `${method.toUpperCase()} ${path.slice(API_BASE.length)}`;
        expect({ name, isPublic: security?.length === 0 }).toEqual({ name, isPublic: PUBLIC.includes(name) });
        if (PUBLIC.includes(name)) continue;
        const url = path.replace(/\{\w+\}/g, '1');
        const answer = await app.http.inject({ method: method.toUpperCase() as 'GET', url });
        expect({ name, status: answer.statusCode }).toEqual({ name, status: 401 });
        asked.push(name);
      }
    }
    expect(asked.sort()).toEqual([
      'DELETE /linked-accounts/{id}',
      'DELETE /sessions',
      'DELETE /sessions/{id}',
      'DELETE /users/{id}',
      'GET /linked-accounts',
      'GET /second-factor',
      'GET /sessions',
      'GET /users',
      'GET /users/me',
      'GET /users/{id}',
      'GET /users/{id}/places',
      'POST /linked-accounts',
      'POST /linked-accounts/{id}/session',
      'POST /logout',
      'POST /second-factor/confirm',
      'POST /second-factor/recovery-codes',
      'POST /second-factor/remove',
      'POST /second-factor/start',
      'POST /users',
      'POST /users/{id}/reset',
      'POST /users/{id}/reset-second-factor',
      'POST /users/{id}/unlock',
      'PUT /users/me/language',
      'PUT /users/password/{id}',
      'PUT /users/{id}',
      'PUT /users/{id}/places',
    ]);
  });

  it('describes each answer, and the error answer, in OpenAPI 3.1', async () => {
    const { openapi, paths } = await readDocument();
    expect(openapi).toBe('3.1.0');
    const operations = Object.entries(paths).filter(([path]) => !/\/(openapi\.json|docs)$/.test(path));
    for (const operation of operations.flatMap(([, methods]) => Object.values(methods))) {
      for (const status of ['200', 'default']) {
        expect(operation.responses[status]?.content?.['application/json']?.schema).toMatchObject({ type: 'object' });
      }
    }
    expect(JSON.stringify(paths)).not.toContain('$ref');
  });

  it('answers no password and no hash in any route', async () => {
    const user = await aUser(database.db, { authority: 'SUPER_ADMIN' });
    const headers = await app.bearer(user);
    const bodies = [
      await app.login(formOf(user)),
      await app.login({ ...formOf(user), password: 'wrong' }),
      await app.http.inject({ url: `${API_BASE}/users/me`, headers }),
      await app.http.inject({ url: `${API_BASE}/users/${user.id}`, headers }),
      await app.http.inject({
        method: 'POST',
        url: `${API_BASE}/demo/login`,
        payload: { authority: 'SUPER_ADMIN' },
      }),
    ].map(({ body }) => body);
    for (const body of bodies) {
      expect(keysOf(body).filter((key) => /password|hash/i.test(key))).toEqual([]);
      expect(body).not.toContain(FACTORY_PASSWORD);
      expect(body).not.toContain('$argon2');
    }
  });
});
