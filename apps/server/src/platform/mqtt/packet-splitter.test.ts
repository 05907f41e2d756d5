import { generate, type Packet } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { createPacketSplitter } from './packet-splitter.ts';

const MAX = 100;

const openSplitter = () => {
  const seen: unknown[] = [];
  const splitter = createPacketSplitter(MAX, {
    packet: (bytes) => seen.push(bytes.toString('hex')),
    tooBig: (publish) => seen.push(publish),
    malformed: () => seen.push('malformed'),
  });
  return { seen, push: splitter.push };
};

const publish = (size: number, messageId?: number): Buffer =>
  generate({
    ...({ cmd: 'publish', topic: 'a/b', dup: false, retain: false, payload: Buffer.alloc(size, 'x') } as const),
    ...(messageId === undefined ? { qos: 0 as const } : { qos: 1 as const, messageId }),
  });
const small: Packet = { cmd: 'puback', messageId: 7 };

describe('what comes is cut into packets', () => {
  const stream = Buffer.concat([
    generate(small),
    publish(20, 1),
    publish(MAX * 3, 2),
    generate({ cmd: 'pingresp' }),
    publish(70_000),
    publish(1),
    generate(small),
  ]);
  const expected = [
    generate(small).toString('hex'),
    publish(20, 1).toString('hex'),
    { topic: 'a/b', messageId: 2 },
    'd000',
    { topic: 'a/b', messageId: null },
    publish(1).toString('hex'),
    generate(small).toString('hex'),
  ];

  it.each([1, 2, 3, 7, 100, 4096, stream.length])('in chunks of %i bytes', (size) => {
    const { seen, push } = openSplitter();
    for (let at = 0; at < stream.length; at += size) push(stream.subarray(at, at + size));
    expect(seen).toEqual(expected);
  });
});

it.each([
  ['a length without end', Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x7f])],
  ['a big packet that is no PUBLISH', Buffer.from([0x90, 0xff, 0x7f])],
  ['a topic longer than its packet', Buffer.from([0x32, 0xff, 0x01, 0xff, 0xff, 0x61])],
])('%s ends it', (_, bytes) => {
  const { seen, push } = openSplitter();
  push(bytes);
  push(generate(small));
  expect(seen).toEqual(['malformed']);
});

it('a packet of exactly the bound is taken, one byte more is not', () => {
  const { seen, push } = openSplitter();
  const beside = 2 + 'a/b'.length + 2;
  push(publish(MAX - beside, 1));
  push(publish(MAX - beside + 1, 2));
  expect(seen).toEqual([publish(MAX - beside, 1).toString('hex'), { topic: 'a/b', messageId: 2 }]);
});
