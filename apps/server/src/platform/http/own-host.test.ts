import { expect, it } from 'vitest';
import { createHostCheck } from './own-host.ts';

it.each([
  ['127.0.0.1', 'localhost', true],
  ['127.0.0.1', 'LOCALHOST', true],
  ['127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', '[::1]', true],
  ['127.0.0.1', '192.0.2.1', false],
  ['127.0.0.1', 'evil.example', false],
  ['127.0.0.1', 'localhost.evil.example', false],
  ['127.0.0.1', '127.0.0.1.evil.example', false],
  ['127.0.0.1', '', false],
  ['demo.example', 'demo.example', true],
  ['demo.example', 'evil.example', false],
  ['192.0.2.1', '192.0.2.1', true],
  ['0.0.0.0', '192.0.2.1', true],
  ['::', '[2001:db8::1]', true],
  ['0.0.0.0', 'evil.example', false],
])('a server on %s is meant by %j: %s', (host, hostname, isMeant) => {
  expect(createHostCheck(host)(hostname)).toBe(isMeant);
});
