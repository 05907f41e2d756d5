import fc from 'fast-check';
import otherCrc16 from 'modbus-serial/utils/crc16.js';
import { expect, test } from 'vitest';
import { crc16 } from './crc16.ts';
import { FRAMINGS, type ModbusTransport, type Sent } from './framing.ts';
import { ModbusError } from './modbus-error.ts';
import { type Pdu, readPdu, writePdu } from './pdu.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

const sentOf = (pdu: Pdu, transaction = 1): Sent => ({ unit: 1, transaction, pdu });

/** The answer's function and data; null: incomplete; its error otherwise. */
const unwrapped = (transport: ModbusTransport, sent: Sent, received: Buffer): string | null => {
  try {
    return FRAMINGS[transport].unwrap(sent, received)?.toString('hex') ?? null;
  } catch (error) {
    if (!(error instanceof ModbusError)) throw error;
    return error.code;
  }
};

// Frames that modbus-serial made: a meter's captured data, a fan level with its read-back, a refused register.
const METER = readPdu({ table: 'HOLDING', register: 17, count: 9 });
const LEVEL = writePdu({ table: 'HOLDING', register: 1130, values: [4] }, false);
const READ_BACK = readPdu({ table: 'HOLDING', register: 1130, count: 1 });
const REFUSED = readPdu({ table: 'HOLDING', register: 999, count: 1 });
const FRAMES: [string, Sent, string, string][] = [
  ['a meter', sentOf(METER, 1), '000100000006010300110009', '00010000001501031209451af7006f00890089ffffffff000bffff'],
  ['a write', sentOf(LEVEL, 2), '0002000000060106046a0004', '0002000000060106046a0004'],
  ['a read-back', sentOf(READ_BACK, 3), '0003000000060103046a0001', '0003000000050103020004'],
  ['an exception', sentOf(REFUSED, 4), '000400000006010303e70001', '000400000003018302'],
];

test.each(FRAMES)('%s is framed as by another implementation', (_, sent, request, answer) => {
  expect(FRAMINGS.TCP.wrap(sent).toString('hex')).toBe(request);
  expect(unwrapped('TCP', sent, bytes(answer))).toBe(answer.slice(14));
});

test.each(FRAMES)('%s has no answer before its last byte', (_, sent, __, answer) => {
  for (let length = 0; length < answer.length / 2; length++) {
    expect(unwrapped('TCP', sent, bytes(answer).subarray(0, length))).toBeNull();
  }
});

/** The answer as on a serial line. */
const rtuAnswer = (answer: string): Buffer => {
  const whole = Buffer.concat([bytes(answer.slice(12)), Buffer.alloc(2)]);
  whole.writeUInt16LE(crc16(whole.subarray(0, -2)), whole.length - 2);
  return whole;
};

test.each(FRAMES)('%s on a serial line bears no flipped bit', (_, sent, __, answer) => {
  const whole = rtuAnswer(answer);
  expect(unwrapped('RTU_OVER_TCP', sent, whole)).toBe(answer.slice(14));
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const flipped = Buffer.from(whole);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect([null, 'ANSWER']).toContain(unwrapped('RTU_OVER_TCP', sent, flipped));
  }
});

test.each<ModbusTransport>(['TCP', 'RTU_OVER_TCP'])(
  'any bytes are an answer, incomplete or an error (%s)',
  (transport) => {
    fc.assert(
      fc.property(fc.constantFrom(...FRAMES), fc.uint8Array({ maxLength: 300 }), ([, sent], tail) => {
        const start = transport === 'TCP' ? FRAMINGS.TCP.wrap(sent).subarray(0, 4) : Buffer.of(1);
        expect([null, 'ANSWER']).toContain(unwrapped(transport, sent, Buffer.concat([start, tail])));
      }),
      { numRuns: 500, seed: 25 },
    );
  },
);

test('the checksum is the one of the specification and of another implementation', () => {
  // Unit 2, function 7: the example of the specification for serial lines.
  expect(crc16(bytes('0207'))).toBe(0x1241);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 256 }), (data) => {
      expect(crc16(data)).toBe(otherCrc16(data));
    }),
    { numRuns: 200, seed: 25 },
  );
});
