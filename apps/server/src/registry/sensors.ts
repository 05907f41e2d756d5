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

/**
 * Sensors of a registered meter. They become objects when one of them is asked for: most processes ask for the sensors of
 * few meters.
 */
export class SensorsInUse implements Sensors {
  readonly #meter: Meter;
  readonly #kinds: Kinds;
  /** The ids, or the first one if each is one more than the one before, as they are registered. */
  readonly #ids: readonly number[] | number;
  #sensors: readonly Sensor[] | null = null;

  /** `kinds`: JSON of type, number and name of each sensor. */
  constructor(meter: Meter, ids: readonly number[], kinds: string) {
    const [first = 0] = ids;
    this.#meter = meter;
    this.#kinds = sharedKinds.of(kinds);
    this.#ids = ids.every((id, i) => id === first + i) ? first : ids;
  }

  get #all(): readonly Sensor[] {
    if (this.#sensors) return this.#sensors;
    const ids = this.#ids;
    const idAt = (i: number): number => (typeof ids === 'number' ? ids + i : (ids[i] as number));
    this.#sensors = this.#kinds.all.map((kind, i) => new SensorInUse(idAt(i), this.#meter, kind));
    return this.#sensors;
  }

  get(channel: number): Sensor | undefined {
    const place = this.#kinds.channels.indexOf(channel);
    return place < 0 ? undefined : this.#all[place];
  }

  has(channel: number): boolean {
    return this.#kinds.channels.includes(channel);
  }

  keys(): Iterable<number> {
    return this.#kinds.channels;
  }

  values(): Iterable<Sensor> {
    return this.#all;
  }
}
