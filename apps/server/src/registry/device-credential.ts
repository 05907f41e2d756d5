import type { Credential, HandOver, Meter } from './snapshot.ts';

/** The credential of a registered meter. The hash is kept as base64: a Buffer takes three times the memory. */
export class DeviceCredential implements Credential {
  readonly handOver: HandOver | null;
  readonly #meter: Meter;
  readonly #hash: string;

  constructor(meter: Meter, hash: string, handOver: HandOver | null) {
    this.#meter = meter;
    this.#hash = hash;
    this.handOver = handOver;
  }

  get kind() {
    return 'DEVICE' as const;
  }
  get organization() {
    return this.#meter.organization;
  }
  get code() {
    return this.#meter.code;
  }
  get meterId() {
    return this.#meter.id;
  }
  get secretHash() {
    return Buffer.from(this.#hash, 'base64');
  }
}
