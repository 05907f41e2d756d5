import { MAX_FRAMES_PER_MESSAGE, MAX_MESSAGE_BYTES, readingsMessage } from '@airdeck/contract/protocol/message';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPacker, type PackedFrames } from './pack-frames.ts';

const frame = fc.record({
  time: fc.integer({ min: 1.5e12, max: 2e12 }),
  readings: fc.dictionary(
    fc.integer({ min: 2, max: 99 }).map((sequence) => `CO2:${sequence}`),
    fc.integer({ min: 0, max: 10_000 }),
    { maxKeys: 60 },
  ),
});

it('sends every frame once, in order, in messages that the protocol takes', () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 700 }), (frames) => {
      const packer = createPacker();
      const messages = [...frames.map(packer.add), packer.flush()].filter((m): m is PackedFrames => m !== null);
      expect(messages.flatMap(({ payload }) => JSON.parse(payload))).toEqual(frames);
      for (const message of messages) {
        expect(message.frames).toBeLessThanOrEqual(MAX_FRAMES_PER_MESSAGE);
        expect(Buffer.byteLength(message.payload)).toBeLessThan(MAX_MESSAGE_BYTES);
        expect(readingsMessage.parse(JSON.parse(message.payload))).toHaveLength(message.frames);
      }
      expect(packer.flush()).toBeNull();
    }),
    { numRuns: 30 },
  );
});
