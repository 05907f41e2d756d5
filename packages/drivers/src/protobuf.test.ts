import { expect, test } from 'vitest';
import { bodyOf, hexBytes } from './body.ts';
import { sparkplugB } from './families/sparkplug-b.ts';
import { bytesOf, readProto, varintOf, writeBytesField, writeVarintField } from './protobuf.ts';

const bytes = (hex: string) => hexBytes(hex) ?? new Uint8Array();

test('reads the wire types that the format has', () => {
  const { fields, isWhole } = readProto(bytes('089601' + '1203616263' + '1d0000803f' + '210000000000000840'));
  expect(isWhole).toBe(true);
  expect(varintOf(fields, 1)).toBe(150n);
  expect([2, 3, 4].map((number) => bytesOf(fields, number)[0]?.length)).toEqual([3, 4, 8]);
});

test('the last of several numbers counts', () => {
  expect(varintOf(readProto(bytes('08010802')).fields, 1)).toBe(2n);
});

test.each([
  ['a length beyond the end', '120561'],
  ['a length of 64 bits', '12ffffffffffffffffff01'],
  ['an endless number', '08ffffffffffffffffffff01'],
  ['a number that was cut off', '0896'],
  ['a group', '0b0c'],
  ['field 0', '0001'],
  ['a field number of more than 29 bits', '8080808010' + '01'],
  ['a fixed number that was cut off', '1d0000'],
])('stops at %s', (_, hex) => {
  const { fields, isWhole } = readProto(bytes(`0801${hex}`));
  expect(isWhole).toBe(false);
  expect(varintOf(fields, 1)).toBe(1n);
});

test('reads what it writes', () => {
  const written = Uint8Array.from([...writeVarintField(1, 1_700_000_000_000n), ...writeBytesField(200, [1, 2])]);
  const { fields } = readProto(written);
  expect(varintOf(fields, 1)).toBe(1_700_000_000_000n);
  expect([...(bytesOf(fields, 200)[0] ?? [])]).toEqual([1, 2]);
});

test('asks for a rebirth with the bytes that an edge node expects', () => {
  const message = {
    topic: 'spBv1.0/Airdeck/NDATA/Edge1',
    ...{ address: null, model: null, isRetained: false },
    // Time 1700000000000, a metric of alias 1 with the value 850, seq 9.
    body: bodyOf(bytes('0880d095ffbc31' + '1205100150d206' + '1809')),
  };
  const { payload } = sparkplugB.decode(message).ask ?? {};
  const name = Buffer.from('Node Control/Rebirth').toString('hex');
  expect(Buffer.from(payload ?? '').toString('hex')).toBe(`0880d095ffbc3112210a14${name}1880d095ffbc31200b7001`);
});
