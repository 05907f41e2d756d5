interface MeterOf<S> {
  sensors: { values(): Iterable<S> };
}

const PAGE = 1_024;

/** Finds sensors of registered meters by their ids. It keeps the meter of each id, in four bytes. */
export class SensorIndex<S extends { readonly id: number }> {
  /** Ids of meters; 0: none. An outdated one does no harm, as its meter no longer has the sensor. */
  readonly #pages = new Map<number, Int32Array>();
  readonly #meters: ReadonlyMap<number, MeterOf<S>>;

  constructor(meters: ReadonlyMap<number, MeterOf<S>>) {
    this.#meters = meters;
  }

  put(id: number, meterId: number): void {
    const number = Math.floor(id / PAGE);
    const page = this.#pages.get(number) ?? new Int32Array(PAGE);
    this.#pages.set(number, page);
    page[id % PAGE] = meterId;
  }

  get(id: number): S | undefined {
    const meter = this.#meters.get(this.#pages.get(Math.floor(id / PAGE))?.[id % PAGE] ?? 0);
    if (meter) for (const sensor of meter.sensors.values()) if (sensor.id === id) return sensor;
    return undefined;
  }
}
