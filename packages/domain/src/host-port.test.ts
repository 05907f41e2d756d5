import { expect, test } from 'vitest';
import { isHostName, parseHostPorts } from './host-port.ts';

test.each([
  ['mqtt.example.com', true],
  ['broker', true],
  ['broker-2', true],
  ['1broker.local', true],
  ['10.0.0.5', false],
  ['10.0.0', false],
  ['0x7f.1', false],
  ['-broker', false],
  ['broker-.local', false],
  ['broker..local', false],
  ['broker.', false],
  ['브로커.kr', false],
  ['a b', false],
  ['', false],
  ['a'.repeat(64), false],
  [`${'a.'.repeat(126)}bc`, false],
])('%j is a host name: %s', (value, expected) => {
  expect(isHostName(value)).toBe(expected);
});

test.each([
  ['', []],
  [' ', []],
  ['10.0.0.5:1883', [{ host: '10.0.0.5', port: 1883 }]],
  [
    'a.example.com:8883, [fd00::5]:1,10.0.0.6:65535',
    [
      { host: 'a.example.com', port: 8883 },
      { host: 'fd00::5', port: 1 },
      { host: '10.0.0.6', port: 65_535 },
    ],
  ],
  ['10.0.0.5', null],
  ['10.0.0.5:0', null],
  ['10.0.0.5:65536', null],
  ['fd00::5:1883', null],
  ['[10.0.0.5]:1883', null],
  ['[broker]:1883', null],
  ['10.0.0.5:1883,', null],
  ['10.0.0.5:1883;10.0.0.6:1883', null],
  ['mqtt://10.0.0.5:1883', null],
])('reads %j', (text, expected) => {
  expect(parseHostPorts(text)).toEqual(expected);
});
