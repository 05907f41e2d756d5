import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createHttp, type Http } from './create-http.ts';
import { Failure } from './failure.ts';

let http: Http;
beforeAll(async () => {
  http = await createHttp({
    log: createLog({ level: 'silent' }),
    tls: null,
    version: '1.0.0',
    authenticate: () => Promise.reject(new Failure('INVALID_TOKEN')),
    delayMs: () => 0,
  });
});
afterAll(() => http.close());

const get = (url: string) => http.inject({ method: 'GET', url });

test('the page to browse the API and all that it names come from this server, without a session', async () => {
  const page = await get('/api/v1/docs');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const names = [...page.body.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, name]) => name);
  expect(names).toEqual(['docs/swagger-ui.css', 'docs/swagger-ui-bundle.js', 'docs/start.js']);
  for (const name of names) {
    const file = await get(`/api/v1/${name}`);
    expect([name, file.statusCode, file.headers['x-content-type-options']]).toEqual([name, 200, 'nosniff']);
    expect(file.headers['content-type']).toMatch(/^text\/(css|javascript); charset=utf-8$/);
    expect(file.rawPayload.length).toBeGreaterThan(50);
  }
});

test('it has no script inside, and its policy allows none', async () => {
  const page = await get('/api/v1/docs');
  expect(page.body).not.toMatch(/<script>|<style|https?:/);
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
});

test('its other addresses are guarded like all of the API', async () => {
  for (const url of ['/api/v1/docs/', '/api/v1/docs/index.html', '/api/v1/docs/../docs/x']) {
    expect([url, (await get(url)).statusCode]).toEqual([url, 401]);
  }
});
