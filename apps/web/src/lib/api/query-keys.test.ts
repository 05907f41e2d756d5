// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { beforeEach, expect, test } from 'vitest';
import { queriesOf, queryKey, whileTranslating } from './query-keys.ts';

beforeEach(() => i18next.init({ lng: 'ko' }));

test('a key holds its scope, the language on screen and its parts', async () => {
  expect(queryKey('control', 'command', 7)).toEqual(['control', 'ko', 'command', 7]);
  await i18next.changeLanguage('en');
  expect(queryKey('control', 'command', 7)).toEqual(['control', 'en', 'command', 7]);
});

test('an invalidation reaches every language, and only keys that begin with its parts', async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey('control', 'command', 7), 'ko');
  await i18next.changeLanguage('en');
  client.setQueryData(queryKey('control', 'command', 7), 'en');
  client.setQueryData(queryKey('control', 'commands', { page: 0 }), 'list');
  client.setQueryData(queryKey('history', 'command'), 'other scope');
  const found = (...parts: unknown[]) =>
    client.getQueriesData(queriesOf('control', ...parts)).map(([, answer]) => answer);
  expect(found('command')).toEqual(['ko', 'en']);
  expect(found('commands', { page: 0 })).toEqual(['list']);
  expect(found('commands', { page: 1 })).toEqual([]);
  expect(found()).toEqual(['ko', 'en', 'list']);
});

test('the answer in the other language stands in for the same question only', async () => {
  const korean = queryKey('control', 'command', 7);
  await i18next.changeLanguage('en');
  const placeholder = whileTranslating(queryKey('control', 'command', 7));
  expect(placeholder('한빛', { queryKey: korean })).toBe('한빛');
  expect(placeholder('한빛', { queryKey: queryKey('control', 'command', 8) })).toBeUndefined();
  expect(placeholder(undefined, undefined)).toBeUndefined();
});

const SOURCES = join(import.meta.dirname, '../..');
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/query-keys(\.test)?\.ts$/.test(name),
);

test.each([
  ['query key outside the factory', /queryKey:\s*\[/],
  // It would keep the language in which the module was loaded.
  ['query in a constant of a module', /^(export )?const \w+ = (\{ \.\.\.)?(routeQuery|queryOptions|queryKey)\(/m],
])('no source file holds a %s', (_, pattern) => {
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter((name) => pattern.test(readFileSync(join(SOURCES, name), 'utf8')))).toEqual([]);
});
