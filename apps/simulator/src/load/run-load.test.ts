import { parseTopic, topicOf } from '@airdeck/contract/protocol/topic';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestBroker, type TestBroker } from '../mqtt/test-broker.ts';
import { type LoadOptions, runLoad } from './run-load.ts';

let broker: TestBroker;
beforeEach(async () => {
  broker = await createTestBroker();
});
afterEach(() => broker.close());

const load = (more: Partial<LoadOptions> = {}) =>
  runLoad({
    url: broker.url,
    connections: 3,
    devicesPerConnection: 4,
    inFlight: 5,
    seconds: 0.3,
    readingsPerFrame: 7,
    credentials: (i) => ({ username: `10000001:GW-${i}`, password: 'secret' }),
    topicOf: (connection, device) => topicOf('10000001', `M-${connection}-${device}`, 'readings'),
    ...more,
  });

function framesByDevice() {
  const frames = new Map<string, number[]>();
  for (const { topic, payload, qos } of broker.messages()) {
    const device = parseTopic(topic)?.device ?? '';
    expect(qos).toBe(1);
    frames.set(device, [...(frames.get(device) ?? []), JSON.parse(payload.toString()).time]);
  }
  return frames;
}

it('sends distinct frames of every device, and counts what was acknowledged', async () => {
  const before = Date.now();
  const result = await load();
  expect(result).toMatchObject({ sent: broker.received(), acknowledged: broker.received(), errors: {} });
  expect(result.acknowledged).toBeGreaterThan(100);
  expect(result.rate / (result.acknowledged / result.seconds)).toBeCloseTo(1, 1);
  expect(result.latency.p50).toBeGreaterThan(0);
  expect(result.latency.p99).toBeGreaterThanOrEqual(result.latency.p50);
  const frames = framesByDevice();
  expect(frames.size).toBe(12);
  for (const times of frames.values()) {
    expect(new Set(times).size).toBe(times.length);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(before);
  }
});

it('gives frames the chosen times', async () => {
  await load({ times: { start: 1_767_225_600_000, step: 60_000 } });
  for (const times of framesByDevice().values()) {
    expect(times).toEqual(times.map((_, i) => 1_767_225_600_000 + i * 60_000));
  }
});

it('keeps to a rate', async () => {
  const result = await load({ rate: 200, seconds: 0.5 });
  expect(result.sent).toBeGreaterThan(40);
  expect(result.sent).toBeLessThanOrEqual(100);
  expect(framesByDevice().size).toBe(12);
});

it('counts connections that are refused', async () => {
  broker.allow('10000001:GW-1', 'secret');
  const result = await load();
  expect(result.errors).toEqual({ 'refused with code 5': 2 });
  expect(result.acknowledged).toBe(result.sent);
  expect([...framesByDevice().keys()].every((device) => device.startsWith('M-1-'))).toBe(true);
});

it('counts connections that are lost, and comes to an end', async () => {
  broker.refuseMessages();
  const result = await load();
  expect(result.errors).toEqual({ 'closed by the server': 3 });
  expect(result.acknowledged).toBe(0);
});

it('says that nothing listens', async () => {
  const { url } = broker;
  await broker.close();
  const result = await load({ url });
  expect(Object.keys(result.errors)).toEqual([expect.stringContaining('ECONNREFUSED')]);
  expect(result).toMatchObject({ sent: 0, acknowledged: 0, rate: 0 });
  broker = await createTestBroker();
});
