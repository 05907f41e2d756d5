import fc from 'fast-check';
import { expect, it } from 'vitest';
import { connectPacket, createAnswerReader, mqttText, writeLength, writePublishHead } from './raw-mqtt.ts';

it.each([
  [0, [0]],
  [127, [0x7f]],
  [128, [0x80, 0x01]],
  [16_383, [0xff, 0x7f]],
  [16_384, [0x80, 0x80, 0x01]],
])('writes the length %d as the standard has it', (length, bytes) => {
  const target = Buffer.alloc(4);
  expect([...target.subarray(0, writeLength(target, 0, length))]).toEqual(bytes);
});

it('says hello as MQTT 3.1.1 with a login', () => {
  expect(connectPacket('c', 'me', 'pw').toString('latin1')).toBe(
    '\x10\x15\0\x04MQTT\x04\xc2\0\0\0\x01c\0\x02me\0\x02pw',
  );
});

it('writes the head of a message with QoS 1', () => {
  const target = Buffer.alloc(32);
  const end = writePublishHead(target, 0, mqttText('a/b'), 0x1234, 3);
  expect(target.subarray(0, end).toString('latin1')).toBe('\x32\x0a\0\x03a/b\x12\x34');
});

it('reads answers that are cut anywhere, and leaves others out', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 65_535 }), { maxLength: 30 });
  fc.assert(
    fc.property(ids, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (packetIds, cuts) => {
      const pong = [0xd0, 0];
      const bytes = [0x20, 2, 0, 5, ...packetIds.flatMap((id) => [...pong, 0x40, 2, id >> 8, id & 0xff])];
      const seen: number[] = [];
      const codes: number[] = [];
      const read = createAnswerReader({ connack: (code) => codes.push(code), puback: (id) => seen.push(id) });
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const piece = bytes.slice(at, at + (cuts[turn % cuts.length] ?? 1));
        read(Uint8Array.from([...piece, 0x40, 2, 9, 9]), piece.length);
        at += piece.length;
      }
      expect(codes).toEqual([5]);
      expect(seen).toEqual(packetIds);
    }),
  );
});
