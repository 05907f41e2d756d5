import { expect, test } from 'vitest';
import { networkList, parseNetwork } from './network.ts';

test.each([
  ['10.0.0.5', ['10.0.0.5', 32]],
  ['10.0.0.0/8', ['10.0.0.0', 8]],
  ['0.0.0.0/0', ['0.0.0.0', 0]],
  ['fd00::/8', ['fd00::', 8]],
  ['::1', ['::1', 128]],
  ['10.0.0.0/33', null],
  ['fd00::/129', null],
  ['10.0.0.0/', null],
  ['10.0.0.0/8/8', null],
  ['10.0.0/8', null],
  ['broker.example.com', null],
  ['', null],
])('reads %j as %j', (text, expected) => {
  expect(parseNetwork(text)).toEqual(expected);
});

test.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['::FFFF:10.1.2.3', true],
  ['11.1.2.3', false],
  ['fd00::7', true],
  ['fd00::7%eth0', true],
  ['fe80::7', false],
  ['', false],
  ['nonsense', false],
])('finds %j in networks: %s', (address, expected) => {
  const isIn = networkList([
    ['10.0.0.0', 8],
    ['fd00::', 8],
  ]);
  expect(isIn(address)).toBe(expected);
});
