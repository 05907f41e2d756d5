import { frameMessage } from '@airdeck/contract/protocol/message';
import { SENSOR_TYPE_INFO, SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { expect, it } from 'vitest';
import { createFrameSource } from './frame-source.ts';

function read(source: ReturnType<typeof createFrameSource>, time: number, place: number) {
  const target = Buffer.alloc(source.longest + 10);
  const end = source.write(target, 5, time, place);
  expect(end - 5).toBe(source.length(place));
  return frameMessage.parse(JSON.parse(target.toString('utf8', 5, end)));
}

it('writes frames that the protocol takes, with walking values in range', () => {
  const source = createFrameSource(7);
  let before: Record<string, number> | null = null;
  for (let place = 0; place < 5000; place += 1) {
    const { time, readings } = read(source, 1_767_225_600_000 + place * 999_983, place);
    expect(time).toBe(1_767_225_600_000 + place * 999_983);
    expect(Object.keys(readings)).toEqual([...SENSOR_TYPES]);
    for (const [type, value] of Object.entries(readings)) {
      const { min, max } = SENSOR_TYPE_INFO[type as SensorType];
      expect(value >= min && value <= max).toBe(true);
    }
    if (before !== null && place < 4096)
      expect(Math.abs((readings.CO2 ?? 0) - (before.CO2 ?? 0))).toBeLessThanOrEqual(19);
    before = readings;
  }
});

it('has as many readings as it is asked for', () => {
  expect(Object.keys(read(createFrameSource(16), 1_767_225_600_000, 3).readings)).toContain('PM2.5:3');
  expect(Object.keys(read(createFrameSource(1), 1_767_225_600_000, 3).readings)).toEqual(['PM10']);
});
