import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import { median, print } from '../figure.ts';
import type { Frames } from './page/watch-frames.ts';

const LINES = 3;
const POINTS = 100_000;
const DRAWS = 7;
const WATCH_MS = 3_000;
const root = join(import.meta.dirname, '../../..');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** Figures that the bench's page puts on its window. */
interface Bench {
  draw(lines: number, points: number): Promise<number>;
  zoom(ms: number): Promise<Frames>;
  pan(ms: number): Promise<Frames>;
  clear(): void;
}
declare global {
  interface Window {
    bench: Bench;
  }
}

/** The console's own build, with another page around the same chart. */
const buildPage = async (outDir: string): Promise<void> => {
  await build({
    configFile: join(root, 'apps/web/vite.config.ts'),
    root: join(import.meta.dirname, 'page'),
    build: { outDir, emptyOutDir: true },
    logLevel: 'error',
  });
};

const serve = async (dir: string): Promise<{ url: string; stop: () => void }> => {
  const server = createServer(async ({ url = '/' }, response) => {
    const path = new URL(url, 'http://localhost').pathname;
    const file = path === '/' ? '/index.html' : path;
    const content = await readFile(join(dir, file)).catch(() => null);
    response.writeHead(content === null ? 404 : 200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
};

const printFrames = (name: string, { drawn, worst }: Frames): void => {
  print({ name: `chart-${name}`, value: drawn, unit: 'frames/s', reach: '>= 50' });

  print({ name: `chart-${name}-worst-frame`, value: worst, unit: 'ms' });
};

const measure = async (browser: Browser, url: string): Promise<void> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.waitForFunction(() => window.bench !== undefined);
  const draws: number[] = [];
  for (let i = 0; i < DRAWS; i++) {
    draws.push(await page.evaluate(([lines, points]) => window.bench.draw(lines, points), [LINES, POINTS] as const));
    await page.evaluate(() => window.bench.clear());
  }
  print({ name: 'chart-drawn-first', value: draws[0] ?? Number.NaN, unit: 'ms', reach: '<= 500' });
  print({ name: 'chart-drawn', value: median(draws), unit: 'ms', reach: '<= 500' });

  await page.evaluate(([lines, points]) => window.bench.draw(lines, points), [LINES, POINTS] as const);
  printFrames('zoom', await page.evaluate((ms) => window.bench.zoom(ms), WATCH_MS));
  printFrames('pan', await page.evaluate((ms) => window.bench.pan(ms), WATCH_MS));
};

/**
 * 3 × 100,000 points in the console's chart: time to the screen, then zooming and moving by wheel, a new view in every
 * frame.
 */
export const benchChart = async (): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), 'airdeck-chart-'));
  await buildPage(dir);
  const server = await serve(dir);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    await measure(browser, server.url);
  } finally {
    await browser.close();
    server.stop();
    rmSync(dir, { recursive: true });
  }
};
