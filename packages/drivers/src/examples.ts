import type { Capabilities, Ignored, Json, PurifierReport } from './types.ts';

/** An uplink with what a driver must make of it: test, documentation and sample of the try-it box. */
export interface Example {
  readonly name: string;
  /** Where the message comes from, and how far to trust it. */
  readonly origin: string;
  readonly topic?: string;
  /** Set when an envelope gave the address. */
  readonly address?: string;
  readonly model?: string;
  readonly fPort?: number;
  /** Exactly one of the three. */
  readonly hex?: string;
  readonly json?: Json;
  readonly text?: string;
  readonly isRetained?: boolean;
  readonly facts?: Json;
  /** Facts of the shared key. */
  readonly shared?: Json;
  readonly expected: Expected;
}

export interface Expected {
  readonly address?: string;
  /** Readings by channel key in their canonical unit, as the suggested binding stores them. */
  readonly readings: Readonly<Record<string, number>>;
  /** ISO 8601; absent: the time of arrival. */
  readonly time?: string;
  /** Frames after the first one, such as history records. */
  readonly more?: readonly { readonly time?: string; readonly readings: Readonly<Record<string, number>> }[];
  /** Values that are shown and not suggested, by the sensor's name. */
  readonly other?: Readonly<Record<string, number>>;
  readonly purifier?: PurifierReport;
  readonly status?: 'ONLINE' | 'OFFLINE';
  readonly missing?: readonly string[];
  /** The messages into which it is split; each is decoded with the suggested binding. */
  readonly parts?: readonly {
    /** Absent: no device. */
    readonly address?: string;
    readonly frames: readonly { readonly time?: string; readonly readings: Readonly<Record<string, number>> }[];
    readonly warnings?: readonly string[];
  }[];
  /** A part of each warning, in order. */
  readonly warnings?: readonly string[];
  readonly remember?: Json;
  /** Topic of the message that the device gets in answer. */
  readonly ask?: string;
  readonly subscribe?: readonly string[];
  readonly capabilities?: Capabilities;
}

/** A command with the message that must come out; `payload: null`: the device cannot do it. */
export interface CommandExample {
  readonly name: string;
  readonly address: string;
  readonly facts?: Json;
  readonly command: string;
  readonly action: string;
  readonly time?: string;
  readonly topic?: string;
  readonly payload: string | null;
}

/** A message of a network server with the uplink that its envelope must hold. */
export interface UplinkExample {
  readonly name: string;
  readonly origin: string;
  readonly topic: string;
  readonly json: Json;
  readonly expected: {
    readonly ignored?: Ignored['ignored'];
    readonly address?: string;
    readonly model?: string;
    /** ISO 8601; absent: the envelope has none. */
    readonly time?: string;
    readonly uplinkId?: string;
    readonly fPort?: number;
    /** The device's bytes; absent: a sign of life. */
    readonly hex?: string;
    readonly decoded?: Json;
    /** A part of each warning, in order. */
    readonly warnings?: readonly string[];
    /** The family that recognizes the bytes, and what the suggested binding stores. */
    readonly family?: string;
    readonly readings?: Readonly<Record<string, number>>;
  };
}

/** A file `<family>.examples.json`. */
export interface Examples {
  readonly examples: readonly Example[];
  readonly commands?: readonly CommandExample[];
  /** Files of envelopes: `examples` is empty there. */
  readonly uplinks?: readonly UplinkExample[];
}
