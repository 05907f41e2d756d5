import { channelOf } from '@airdeck/domain/channel';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { SharedValues } from './shared-values.ts';
import type { Meter, Sensor, Sensors } from './snapshot.ts';

// Most memory of a large registry is that of its sensors. Meters with the same sensors share everything but their ids.

type Kind = Pick<Sensor, 'type' | 'sequence' | 'channel' | 'name'>;

interface Kinds {
  all: readonly Kind[];
  channels: readonly number[];
}

const sharedKinds = new SharedValues((text): Kinds => {
  const parsed = JSON.parse(text) as [SensorType, number, string][];
  const all = parsed.map(([type, sequence, name]) => ({ type, sequence, channel: channelOf(type, sequence), name }));
  return { all, channels: all.map(({ channel }) => channel) };
});

class SensorInUse implements Sensor {
  readonly id: number;
  readonly meter: Meter;
  readonly #kind: Kind;

  constructor(id: number, meter: Meter, kind: Kind) {
    this.id = id;
    this.meter = meter;
    this.#kind = kind;
  }

  get type() {
    return this.#kind.type;
  }
  get sequence() {
    return this.#kind.sequence;
  }
  get channel() {
    return this.#kind.channel;
  }
  get name() {
    return this.#kind.name;
  }
  get state() {
    return null;
  }
}

/** Sensors of a registered meter. A list of a few takes a third of the memory of a Map. */
export class SensorsInUse implements Sensors {
  readonly #sensors: readonly Sensor[];
  readonly #channels: readonly number[];

  /** `kinds`: JSON of type, number and name of each sensor. */
  constructor(meter: Meter, ids: readonly number[], kinds: string) {
    const { all, channels } = sharedKinds.of(kinds);
    this.#sensors = all.map((kind, i) => new SensorInUse(ids[i] as number, meter, kind));
    this.#channels = channels;
  }

  get(channel: number): Sensor | undefined {
    const place = this.#channels.indexOf(channel);
    return place < 0 ? undefined : this.#sensors[place];
  }

  has(channel: number): boolean {
    return this.#channels.includes(channel);
  }

  values(): Iterable<Sensor> {
    return this.#sensors;
  }
}
