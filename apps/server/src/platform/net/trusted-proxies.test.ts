import { expect, it } from 'vitest';
import { parseNetwork, plainAddress, proxyRule } from './trusted-proxies.ts';

it.each([
  ['192.0.2.7', ['192.0.2.7', 32]],
  ['10.0.0.0/8', ['10.0.0.0', 8]],
  ['2001:db8::1', ['2001:db8::1', 128]],
  ['fd00::/8', ['fd00::', 8]],
  ['0.0.0.0/0', null],
  ['::/0', null],
  ['10.0.0.0/33', null],
  ['fd00::/129', null],
  ['10.0.0.0/08', null],
  ['10.0.0.0/8/8', null],
  ['10.0.0.0/', null],
  ['10.0.0', null],
  ['proxy.example.com', null],
  ['::ffff:10.0.0.1', null],
  ['', null],
])('%j is read as %j', (text, network) => expect(parseNetwork(text)).toEqual(network));

it.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['11.1.2.3', false],
  ['fd00::7', true],
  ['fd00::7%eth0', true],
  ['fe00::7', false],
  ['192.0.2.7', true],
  ['192.0.2.8', false],
  ['', false],
  ['unknown', false],
])('a connection from %j is one of a trusted proxy: %s', (address, isTrusted) => {
  expect(
    proxyRule([
      ['10.0.0.0', 8],
      ['fd00::', 8],
      ['192.0.2.7', 32],
    ])(address),
  ).toBe(isTrusted);
});

it('trusts nothing without networks', () => expect(proxyRule([])('127.0.0.1')).toBe(false));

it.each([
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['192.0.2.7', '192.0.2.7'],
])('%j is %j in its plain form', (address, plain) => expect(plainAddress(address)).toBe(plain));
