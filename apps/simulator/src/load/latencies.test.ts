import { expect, it } from 'vitest';
import { createLatencies } from './latencies.ts';

it('finds percentiles within 0.1 ms', () => {
  const latencies = createLatencies();
  for (let i = 1; i <= 1000; i += 1) latencies.add(i / 2 - 0.04);
  expect(latencies.summary()).toEqual({ p50: 250, p95: 475, p99: 495, max: 500 });
  latencies.add(90_000);
  expect(latencies.count()).toBe(1001);
  expect(latencies.summary().max).toBe(90_000);
});

it('has nothing to say without any', () => {
  expect(createLatencies().summary()).toEqual({ p50: 0, p95: 0, p99: 0, max: 0 });
});
