import type { DoorPreview } from '@airdeck/contract/door/schema';
import { typeOfChannel } from '@airdeck/domain/channel';
import { fromTicks } from '@airdeck/domain/stored-value';
import { applyBinding, type BoundSensor, suggestBinding } from '@airdeck/drivers/binding';
import type { Decoded, DeviceValue } from '@airdeck/drivers/types';

const MAX_SHOWN_VALUES = 200;

/** What would be stored of a value; null: nothing. */
const storedValue = (value: DeviceValue, values: readonly DeviceValue[], bound: BoundSensor): number | null => {
  // The other values matter to gases measured by volume.
  const { frames } = applyBinding([{ time: null, values: [...values] }], [bound]);
  const [frame] = frames;
  const channel = frame?.channels[0];
  const ticks = frame?.ticks[0];
  if (value.type === null || channel === undefined || ticks === undefined) return null;
  return fromTicks(typeOfChannel(channel), ticks);
};

/** The values of a message's first time, with the channels of their binding or the suggested ones. */
export const shownValues = (
  { frames }: Pick<Decoded, 'frames'>,
  sensors: readonly BoundSensor[],
): DoorPreview['values'] => {
  const bound = [...sensors, ...suggestBinding(frames, sensors)];
  const bySensor = new Map(bound.map((each) => [each.sensor, each]));
  const values = frames[0]?.values ?? [];
  return values.slice(0, MAX_SHOWN_VALUES).map((value) => {
    const to = bySensor.get(value.sensor);
    return {
      ...{ sensor: value.sensor, type: value.type, value: value.value, unit: value.unit, note: value.note ?? null },
      channel: to?.channel ?? null,
      stored: to === undefined ? null : storedValue(value, values, to),
    };
  });
};
