import { expect, test } from 'vitest';
import { bodyOf } from './body.ts';
import { checkRegisterMap } from './check-register-map.ts';
import { registerDriver, registerMessage } from './register-driver.ts';
import { REGISTER_MAPS } from './register-maps/index.ts';
import type { Decoded } from './types.ts';

const mapOf = (name: string) => {
  const map = checkRegisterMap(REGISTER_MAPS[name]);
  return 'errors' in map ? expect.fail('the map is invalid') : map;
};
const decode = (name: string, text: string): Decoded =>
  registerDriver(mapOf(name)).decode({
    ...{ topic: 'registers', address: 'x', model: null, isRetained: false },
    body: bodyOf(new TextEncoder().encode(text)),
  });

test('a message of registers is decoded by its map', () => {
  const data = Uint8Array.from('09451af7006f00890089022dffff000bffff'.match(/../g) ?? [], (byte) => parseInt(byte, 16));
  const group = { table: 'HOLDING', register: 17, count: 9 } as const;
  const text = registerMessage([{ ...group, data }], []);
  const { frames, missing, warnings } = decode('tc-s200', text);
  expect(frames[0]?.values.find(({ sensor }) => sensor === 'co2')?.value).toBe(557);
  expect({ missing, warnings }).toEqual({ missing: ['tvoc', 'eco2'], warnings: [] });
});

test('unread registers are warnings, and what was read stays', () => {
  const data = Uint8Array.of(0, 3);
  const text = registerMessage(
    [{ table: 'HOLDING', register: 1130, count: 1, data }],
    [{ table: 'INPUT', register: 1160, count: 1, error: 'EXCEPTION 2' }],
  );
  const { frames, purifier, warnings } = decode('systemair-save', text);
  expect(frames).toEqual([]);
  expect(purifier).toEqual({ power: 'ON', run: 'WORK', fan_speed: 'MEDIUM' });
  expect(warnings).toEqual(['INPUT 1160: EXCEPTION 2']);
});

test('capabilities are those of the map; a map without writes takes no commands', () => {
  expect(registerDriver(mapOf('systemair-save')).capabilities?.(undefined)).toHaveProperty('FAN_SPEED');
  expect(registerDriver(mapOf('tc-s200')).capabilities?.(undefined)).toEqual({});
});

test.each([
  '',
  '[]',
  '{"registers":7}',
  '{"registers":[null,{"table":"X"}]}',
  '{"registers":[{"table":"HOLDING","register":17,"count":9,"data":"zz"}]}',
  '{"registers":[{"table":"HOLDING","register":17,"count":9,"data":"09"}],"failures":[{}]}',
])('no value follows from %s', (text) => {
  expect(decode('tc-s200', text)).toEqual({ frames: [], warnings: [] });
});
