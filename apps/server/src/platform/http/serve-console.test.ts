import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createHttp, type Http } from './create-http.ts';
import { consolePage, serveConsole } from './serve-console.ts';

const PUBLIC = join(import.meta.dirname, '../../../../web/public');

const SCRIPT = 'export const main = 1;\n'.repeat(1_000);

const folder = mkdtempSync(join(tmpdir(), 'airdeck-console-'));
let http: Http;

beforeAll(async () => {
  cpSync(PUBLIC, folder, { recursive: true });
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'main.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'main.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'index.html'), 'page');
  writeFileSync(join(folder, 'service-worker.js'), 'worker');
  http = await createHttp({
    log: createLog({ level: 'silent' }),
    tls: null,
    version: '1',
    authenticate: () => Promise.reject(new Error('nobody')),
    page: consolePage(folder),
  });
  await serveConsole(http, folder);
});
afterAll(async () => {
  await http.close();
  rmSync(folder, { recursive: true, force: true });
});

const manifestFor = async (language: string) => {
  const answer = await http.inject({ url: '/manifest.webmanifest', headers: { 'accept-language': language } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-cache',
    vary: expect.stringMatching(/accept-language/i),
  });
  expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/);
  return answer.json();
};

/** Width and height from a PNG's header. */
const sizeOf = (png: Buffer): string => {
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
};

it('the console can be installed, in both languages', async () => {
  const [ko, en] = [await manifestFor('ko-KR,ko;q=0.9'), await manifestFor('en-GB')];
  expect([ko.lang, en.lang, (await manifestFor('fr')).lang]).toEqual(['ko', 'en', 'ko']);
  expect(en).toMatchObject({ ...ko, lang: 'en', description: en.description, shortcuts: en.shortcuts });
  expect(ko).toMatchObject({
    name: 'Airdeck',
    start_url: '/',
    display: 'standalone',
    theme_color: '#1b53a0',
    background_color: '#f9fafb',
  });
});

it('its icons have the sizes that they claim, one of them for masks', async () => {
  const { icons }: { icons: { src: string; sizes: string; type: string; purpose: string }[] } = await manifestFor('ko');
  for (const { src, sizes, type } of icons) {
    const answer = await http.inject({ url: src });
    expect([src, answer.statusCode, answer.headers['content-type']]).toEqual([src, 200, type]);
    if (type === 'image/png') expect([src, sizeOf(answer.rawPayload)]).toEqual([src, sizes]);
  }
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  expect(sizeOf((await http.inject({ url: '/icon-180.png' })).rawPayload)).toBe('180x180');
});

it('browsers look each time whether there is a newer worker', async () => {
  expect((await http.inject({ url: '/service-worker.js' })).headers['cache-control']).toBe('no-cache');
});

it('serves the compressed file of the build, or the plain one to a client without compression', async () => {
  const requestWith = (encoding: string) =>
    http.inject({ url: '/assets/main.js', headers: { 'accept-encoding': encoding } });
  const compressed = await requestWith('gzip, br');
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringMatching(/javascript/),
    'cache-control': expect.stringMatching(/immutable/),
    vary: expect.stringMatching(/accept-encoding/i),
  });
  expect(compressed.rawPayload).toEqual(brotliCompressSync(SCRIPT));
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(SCRIPT);
  const plain = await requestWith('identity');
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, SCRIPT]);
});
