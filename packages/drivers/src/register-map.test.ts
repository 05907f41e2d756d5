import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyBinding, suggestBinding } from './binding.ts';
import { hexBytes } from './body.ts';
import { checkRegisterMap } from './check-register-map.ts';
import {
  capabilitiesOf,
  decodeRegisters,
  encodeWrite,
  isConfirmed,
  planReads,
  type RegisterAnswer,
  type RegisterGroup,
  type RegisterMap,
} from './register-map.ts';
import { REGISTER_MAPS } from './register-maps/index.ts';
import type { Json } from './types.ts';

const bytes = (hex: string): Uint8Array => hexBytes(hex) ?? expect.fail('not hexadecimal');

const checked = (json: Json | undefined): RegisterMap => {
  const map = checkRegisterMap(json);
  return 'errors' in map ? expect.fail(JSON.stringify(map.errors)) : map;
};

const read = { sensor: 'a', type: null, unit: '', table: 'HOLDING', register: 10 };
const mapOf = (...reads: { [key: string]: Json }[]): RegisterMap =>
  checked({ name: 'x', reads: reads.map((each, i) => ({ ...read, sensor: `s${i}`, ...each })) });

const holding = (register: number, hex: string): RegisterAnswer => {
  const data = bytes(hex);
  return { table: 'HOLDING', register, count: data.length / 2, data };
};

test.each(Object.entries(REGISTER_MAPS))('the map %s is valid', (_, json) => {
  expect(checkRegisterMap(json)).not.toHaveProperty('errors');
});

describe('TC-S200', () => {
  const map = checked(REGISTER_MAPS['tc-s200']);
  const answer = holding(0x11, '09451af7006f00890089ffffffff000bffff');

  test('is read by one request', () => {
    expect(planReads(map)).toEqual([{ table: 'HOLDING', register: 0x11, count: 9 }]);
  });

  test('decodes the captured answer', () => {
    const { values, missing, unread, purifier } = decodeRegisters(map, [answer]);
    expect(Object.fromEntries(values.map(({ type, value }) => [type, value]))).toEqual({
      TEMPERATURE: 23.73,
      HUMIDITY: 69.03,
      'PM1.0': 111,
      'PM2.5': 137,
      PM10: 137,
      HCHO: 0.011,
    });
    expect(missing).toEqual(['co2', 'tvoc', 'eco2']);
    expect(unread).toEqual([]);
    expect(purifier).toBeUndefined();
    const frames = [{ time: null, values }];
    const bound = applyBinding(frames, suggestBinding(frames));
    expect(bound.refused).toEqual([]);
    expect(bound.frames[0]?.channels).toHaveLength(6);
  });

  test('shows raw beside decoded', () => {
    const { readings } = decodeRegisters(map, [answer]);
    expect(readings[0]).toEqual({ sensor: 'temperature', table: 'HOLDING', register: 17, raw: '0945', value: 23.73 });
    expect(readings[5]).toEqual({ sensor: 'co2', table: 'HOLDING', register: 22, raw: 'ffff', value: null });
  });

  test('leaves out the registers that no answer has', () => {
    const { values, missing, unread, readings } = decodeRegisters(map, [holding(0x11, '09451af7')]);
    expect(values.map(({ sensor }) => sensor)).toEqual(['temperature', 'humidity']);
    expect(missing).toEqual([]);
    expect(unread).toHaveLength(7);
    expect(readings.at(-1)).toMatchObject({ raw: null, value: null });
    const cutOff = { ...answer, data: answer.data.subarray(0, 5) };
    expect(decodeRegisters(map, [cutOff]).values).toHaveLength(2);
  });
});

describe('Systemair SAVE', () => {
  const map = checked(REGISTER_MAPS['systemair-save']);
  const answers = (level: string, mode: string): RegisterAnswer[] => [
    holding(1130, level),
    { table: 'INPUT', register: 1160, count: 1, data: bytes(mode) },
    holding(12101, 'ffce00c8'),
    holding(12135, '002d'),
    holding(12543, '00db'),
  ];

  test('plans one request for each place', () => {
    expect(planReads(map)).toEqual([
      { table: 'HOLDING', register: 1130, count: 1 },
      { table: 'HOLDING', register: 12101, count: 2 },
      { table: 'HOLDING', register: 12135, count: 1 },
      { table: 'HOLDING', register: 12543, count: 1 },
      { table: 'INPUT', register: 1160, count: 1 },
    ]);
  });

  test('decodes its air and its state', () => {
    const { values, purifier, states } = decodeRegisters(map, answers('0004', '0001'));
    expect(values.map(({ value }) => value)).toEqual([21.9, 45, -5, 20]);
    expect(purifier).toEqual({ power: 'ON', control: 'MANUAL', run: 'WORK', fan_speed: 'STRONG' });
    expect(states).toEqual([
      { state: 'level', table: 'HOLDING', register: 1130, raw: '0004', value: 'STRONG' },
      { state: 'mode', table: 'INPUT', register: 1160, raw: '0001', value: 'MANUAL' },
    ]);
  });

  test('reports a stopped fan, an unknown mode and no state at all', () => {
    expect(decodeRegisters(map, answers('0001', '0003')).purifier).toEqual({
      power: 'ON',
      run: 'STOP',
      fan_speed: 'STOP',
    });
    expect(decodeRegisters(map, []).purifier).toBeUndefined();
    expect(decodeRegisters(map, answers('0063', '0063')).purifier).toBeUndefined();
  });

  test('encodes a fan speed with its read-back', () => {
    const encoded = encodeWrite(map, 'FAN_SPEED', 'STRONG');
    expect(encoded).toEqual({
      writes: [
        { table: 'HOLDING', register: 1161, value: 2 },
        { table: 'HOLDING', register: 1130, value: 4 },
      ],
      readBacks: [
        { table: 'INPUT', register: 1160, expected: 1 },
        { table: 'HOLDING', register: 1130, expected: 4 },
      ],
    });
    const readBacks = encoded?.readBacks ?? [];
    expect(isConfirmed(readBacks, answers('0004', '0001'))).toBe(true);
    expect(isConfirmed(readBacks, answers('0003', '0001'))).toBe(false);
    expect(isConfirmed(readBacks, [])).toBe(false);
  });

  test('has the commands of its writes and no others', () => {
    expect(capabilitiesOf(map)).toEqual({
      FAN_SPEED: ['STOP', 'WEAK', 'MEDIUM', 'STRONG'],
      WORK: ['AUTO', 'MANUAL'],
    });
    expect(encodeWrite(map, 'POWER', 'OFF')).toBeNull();
    expect(encodeWrite(map, 'WORK', 'STOP')).toBeNull();
    expect(capabilitiesOf(checked(REGISTER_MAPS['tc-s200']))).toBeNull();
  });
});

describe('formats', () => {
  test.each([
    ['uint16', 'BIG', 'fffe', 65_534],
    ['int16', 'BIG', 'fffe', -2],
    ['bool', 'BIG', '0000', 0],
    ['bool', 'BIG', '0100', 1],
    ['uint32', 'BIG', 'fffffffe', 4_294_967_294],
    ['int32', 'BIG', 'fffffffe', -2],
    ['uint32', 'BIG', '00010002', 65_538],
    ['uint32', 'LITTLE', '00020001', 65_538],
    ['int32', 'LITTLE', 'fffeffff', -2],
    ['float32', 'BIG', '41bdd70a', 23.73],
    ['float32', 'LITTLE', 'd70a41bd', 23.73],
    ['float32', 'BIG', '7fc00000', null],
    ['float32', 'BIG', 'ff800000', null],
  ])('%s %s of %s is %s', (format, wordOrder, hex, value) => {
    const { readings, missing } = decodeRegisters(mapOf({ format, wordOrder }), [holding(10, hex)]);
    expect(readings[0]).toMatchObject({ raw: hex, value });
    expect(missing).toEqual(value === null ? ['s0'] : []);
  });

  test.each([
    ['int16', 'ffff', 65_535],
    ['int16', 'ffff', -1],
    ['uint32', 'ffffffff', 4_294_967_295],
    ['float32', 'c61c3c00', -9_999],
  ])('%s %s is missing by the sentinel %s', (format, hex, sentinel) => {
    const map = mapOf({ format, missing: [sentinel], factor: 0.1 });
    expect(decodeRegisters(map, [holding(10, hex)])).toMatchObject({ values: [], missing: ['s0'] });
  });

  test('stores nothing of a value that is read in the wrong word order', () => {
    const map = mapOf({ format: 'float32', type: 'TEMPERATURE', unit: '°C' });
    const frames = [{ time: null, values: decodeRegisters(map, [holding(10, 'd70a41bd')]).values }];
    expect(applyBinding(frames, suggestBinding(frames))).toMatchObject({
      frames: [],
      refused: [{ reason: 'OUT_OF_RANGE' }],
    });
  });

  test('applies factor and offset without a binary tail', () => {
    const { values } = decodeRegisters(mapOf({ factor: 0.1, offset: -40 }), [holding(10, '0271')]);
    expect(values[0]?.value).toBe(22.5);
  });

  test('takes bits from the lowest bit of the first byte', () => {
    const bits = [0, 7, 8, 10].map((register) => ({ table: 'COIL', register: register + 100 }));
    const data = bytes('8105');
    const { values } = decodeRegisters(mapOf(...bits), [{ table: 'COIL', register: 100, count: 11, data }]);
    expect(values.map(({ value }) => value)).toEqual([1, 1, 1, 1]);
    // The padding of the last byte is no answer.
    const padded = decodeRegisters(mapOf(...bits), [{ table: 'COIL', register: 100, count: 10, data }]);
    expect(padded.unread).toEqual(['s3']);
  });

  test('a reported trouble and a power register count', () => {
    const values = [
      { value: 0, state: 'OFF' },
      { value: 1, state: 'ON' },
    ];
    const map = checked({
      name: 'x',
      purifier: {
        power: { table: 'COIL', register: 0, values },
        run: { table: 'INPUT', register: 0, values: [{ value: 1, to: 9, state: 'TROUBLE' }] },
      },
    });
    const answer = (power: string, run: string): RegisterAnswer[] => [
      { table: 'COIL', register: 0, count: 1, data: bytes(power) },
      { table: 'INPUT', register: 0, count: 1, data: bytes(run) },
    ];
    expect(decodeRegisters(map, answer('01', '0005')).purifier).toEqual({ power: 'ON', run: 'TROUBLE' });
    expect(decodeRegisters(map, answer('00', '0000')).purifier).toEqual({ power: 'OFF' });
    expect(decodeRegisters(map, answer('00', '0000').slice(1)).purifier).toBeUndefined();
  });
});

describe('planReads', () => {
  const groups = (map: RegisterMap, maxGap?: number) =>
    planReads(map, maxGap).map(({ register, count }: RegisterGroup) => [register, count]);

  test('joins registers up to a gap of eight', () => {
    expect(groups(mapOf({ register: 9 }, { register: 0 }))).toEqual([[0, 10]]);
    expect(groups(mapOf({ register: 0 }, { register: 10 }))).toEqual([
      [0, 1],
      [10, 1],
    ]);
    expect(groups(mapOf({ register: 0 }, { register: 2 }), 0)).toEqual([
      [0, 1],
      [2, 1],
    ]);
  });

  test('divides at 120 registers and never within a value', () => {
    const reads = Array.from({ length: 100 }, (_, i) => ({ register: i * 2 + 1, format: 'uint32' }));
    expect(groups(mapOf({ register: 0 }, ...reads))).toEqual([
      [0, 119],
      [119, 82],
    ]);
  });

  test('keeps the tables apart, and values that overlap together', () => {
    expect(planReads(mapOf({ register: 5 }, { register: 5, table: 'INPUT' }))).toHaveLength(2);
    expect(groups(mapOf({ register: 5, format: 'uint32' }, { register: 5 }, { register: 6 }))).toEqual([[5, 2]]);
  });

  test('covers each value by one group within the bounds', () => {
    const one = fc.record({
      register: fc.oneof(fc.nat(400), fc.nat(65_534)),
      table: fc.constantFrom('HOLDING', 'INPUT', 'COIL', 'DISCRETE'),
      is32: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 200 }), (reads) => {
        const map = mapOf(
          ...reads.map(({ register, table, is32 }) => ({
            ...{ register, table },
            ...(is32 && (table === 'HOLDING' || table === 'INPUT') && { format: 'int32' }),
          })),
        );
        const plan = planReads(map);
        for (const { table, register, count } of plan) {
          expect(register + count).toBeLessThanOrEqual(65_536);
          expect(count).toBeLessThanOrEqual(table === 'COIL' || table === 'DISCRETE' ? 2_000 : 120);
        }
        const answers = plan.map((group) => ({ ...group, data: new Uint8Array(group.count * 2) }));
        expect(decodeRegisters(map, answers).unread).toEqual([]);
      }),
      { numRuns: 100, seed: 25 },
    );
  });
});

describe('checkRegisterMap', () => {
  const errorsOf = (json: Json | undefined) => {
    const result = checkRegisterMap(json);
    return 'errors' in result ? result.errors.map(({ path, code }) => `${path} ${code}`) : [];
  };

  test('fills in the defaults', () => {
    const { type, ...rest } = read;
    expect(checked({ name: 'x', reads: [rest, { ...rest, sensor: 'b', table: 'COIL' }] })).toEqual({
      name: 'x',
      unit: 1,
      reads: [
        { ...read, format: 'uint16', wordOrder: 'BIG', factor: 1, offset: 0, missing: [] },
        { ...read, sensor: 'b', table: 'COIL', format: 'bool', wordOrder: 'BIG', factor: 1, offset: 0, missing: [] },
      ],
      writes: [],
    });
    expect(type).toBeNull();
  });

  test.each<[string, Json | undefined, string[]]>([
    ['nothing', undefined, [' REQUIRED']],
    ['a list', [], [' INVALID']],
    ['an empty object', {}, ['name REQUIRED']],
    ['a map without registers', { name: 'x' }, ['reads REQUIRED']],
    ['a purifier without states', { name: 'x', purifier: {} }, ['purifier REQUIRED']],
    ['an unknown field', { name: 'x', reads: [read], writs: [] }, ['writs UNKNOWN_FIELD']],
    ['a name with a line feed', { name: 'a\nb', reads: [read] }, ['name CONTROL_CHARACTER']],
    ['a unit beyond 255', { name: 'x', unit: 256, reads: [read] }, ['unit TOO_LARGE']],
    ['a unit that is no integer', { name: 'x', unit: 1.5, reads: [read] }, ['unit INVALID']],
    ['no list', { name: 'x', reads: {} }, ['reads INVALID']],
    ['too many reads', { name: 'x', reads: Array.from({ length: 201 }, () => read) }, ['reads TOO_LONG']],
    ['a repeated sensor', { name: 'x', reads: [read, read] }, ['reads.1.sensor REPEATED']],
  ])('refuses %s', (_, json, errors) => {
    expect(errorsOf(json)).toEqual(errors);
  });

  test.each<[string, { [key: string]: Json }, string[]]>([
    ['no sensor', { sensor: '' }, ['sensor REQUIRED']],
    ['a long sensor', { sensor: 'a'.repeat(129) }, ['sensor TOO_LONG']],
    ['an unknown type', { type: 'RADON' }, ['type INVALID']],
    ['a unit that the type does not have', { type: 'CO2', unit: '%' }, ['unit INVALID']],
    ['a type without a unit', { type: 'CO2' }, ['unit REQUIRED']],
    ['an unknown table', { table: 'holding' }, ['table INVALID']],
    ['a negative register', { register: -1 }, ['register TOO_SMALL']],
    ['a register beyond the last', { register: 65_536 }, ['register TOO_LARGE']],
    ['a value that ends beyond the last', { register: 65_535, format: 'uint32' }, ['register TOO_LARGE']],
    ['a number of a bit', { table: 'COIL', format: 'uint16' }, ['format INVALID']],
    ['a factor of zero', { factor: 0 }, ['factor INVALID']],
    ['a big factor', { factor: 1e7 }, ['factor TOO_LARGE']],
    ['a factor as text', { factor: '1' }, ['factor INVALID']],
    ['a sentinel as text', { missing: ['ffff'] }, ['missing.0 INVALID']],
    ['many sentinels', { missing: Array.from({ length: 17 }, (__, i) => i) }, ['missing TOO_LONG']],
    ['an unknown order', { wordOrder: 'MIXED' }, ['wordOrder INVALID']],
  ])('refuses a read with %s', (_, changes, errors) => {
    expect(errorsOf({ name: 'x', reads: [{ ...read, ...changes }] })).toEqual(errors.map((each) => `reads.0.${each}`));
  });

  test('refuses state tables that contradict themselves', () => {
    const level = (...values: Json[]) => errorsOf({ name: 'x', purifier: { level: { ...place, values } } });
    const place = { table: 'HOLDING', register: 1 };
    expect(level()).toEqual(['purifier.level.values REQUIRED']);
    expect(level({ value: 1, to: 0, state: 'STOP' })).toEqual(['purifier.level.values.0.to TOO_SMALL']);
    expect(level({ value: 1, state: 'FAST' })).toEqual(['purifier.level.values.0.state INVALID']);
    expect(level({ value: 0, to: 5, state: 'STOP' }, { value: 5, state: 'WEAK' })).toEqual([
      'purifier.level.values.1.value REPEATED',
    ]);
  });

  test('refuses writes that cannot be confirmed or do not exist', () => {
    const write = {
      ...{ command: 'POWER', action: 'ON', table: 'COIL', register: 0, value: 1 },
      readBack: { table: 'COIL', register: 0, expected: 1 },
    };
    const errors = (changes: { [key: string]: Json }) =>
      errorsOf({ name: 'x', reads: [read], writes: [{ ...write, ...changes }] });
    expect(errors({})).toEqual([]);
    expect(errors({ table: 'INPUT' })).toEqual(['writes.0.table INVALID']);
    expect(errors({ command: 'UV' })).toEqual(['writes.0.command INVALID']);
    expect(errors({ action: 'STRONG' })).toEqual(['writes.0.action INVALID']);
    expect(errors({ value: 2 })).toEqual(['writes.0.value TOO_LARGE']);
    expect(errors({ readBack: null })).toEqual(['writes.0.readBack REQUIRED']);
    expect(errors({ readBack: { table: 'COIL', register: 0, expected: 9 } })).toEqual([
      'writes.0.readBack.expected TOO_LARGE',
    ]);
  });

  test('never throws and reports a bounded number of errors', () => {
    const keys = fc.constantFrom(
      ...'name unit reads purifier writes sensor register table missing'.split(' '),
      '__proto__',
    );
    const tree = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<Json>(null, true, '', 'HOLDING', 0, -1, 1e300, 65_536),
        fc.array(tie('json'), { maxLength: 12 }),
        fc.dictionary(keys, tie('json')),
      ),
    }));
    fc.assert(
      fc.property(tree.json, (json) => {
        expect(errorsOf(json as Json).length).toBeLessThanOrEqual(50);
      }),
      { numRuns: 200, seed: 25 },
    );
    expect(errorsOf({ name: 'x', reads: Array.from({ length: 200 }, () => ({})) })).toHaveLength(50);
  });
});
