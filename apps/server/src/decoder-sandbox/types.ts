import type { Json, JsonObject } from '@airdeck/drivers/types';

/** A message of a device, for a decoder. */
export interface DecoderInput {
  readonly bytes: Uint8Array;
  /** Port of a LoRaWAN uplink; null: it came another way. */
  readonly fPort: number | null;
  /** Epoch milliseconds. */
  readonly recvTime: number;
  /** The bytes as JSON; left out if they are not JSON. */
  readonly json?: Json;
  readonly topic: string;
}

/**
 * ERRORS: the decoder reported them itself. TIMEOUT, MEMORY, TOO_BIG: it went beyond a limit. NO_FUNCTION: it has no
 * function of a known name. NOT_AN_OBJECT: what it returned cannot be used. HOST: the engine failed, the queue is full,
 * or the sandbox has stopped; the same message may succeed later.
 */
export type FailureReason =
  | 'SYNTAX'
  | 'EXCEPTION'
  | 'ERRORS'
  | 'TIMEOUT'
  | 'MEMORY'
  | 'TOO_BIG'
  | 'NO_FUNCTION'
  | 'NOT_AN_OBJECT'
  | 'HOST';

export interface DecoderFailure {
  readonly ok: false;
  readonly reason: FailureReason;
  /** At most `MAX_MESSAGE_LENGTH` characters; begins with the line of the source, where there is one. */
  readonly message: string;
}

interface Success {
  readonly ok: true;
  readonly warnings: readonly string[];
  /** Milliseconds that the decoder worked. */
  readonly cpuMs: number;
}

export type DecoderOutcome = (Success & { readonly data: JsonObject }) | DecoderFailure;
/** A downlink; `fPort` is null if the encoder chose none. */
export type EncoderOutcome =
  | (Success & { readonly fPort: number | null; readonly bytes: readonly number[] })
  | DecoderFailure;

/** A message for the thread. */
export interface Job {
  readonly hash: string;
  readonly source: string;
  readonly task: { readonly decode: DecoderInput } | { readonly encode: JsonObject };
}

/** Its answer: the outcome as JSON, without the time; or a failure. */
export type Answer = { readonly text: string; readonly cpuMs: number } | DecoderFailure;

export const failure = (reason: FailureReason, message: string): DecoderFailure => ({
  ok: false,
  reason,
  message: message.slice(0, MAX_MESSAGE_LENGTH),
});

export const MAX_MESSAGE_LENGTH = 500;
/** Maximum length of a decoder's source. */
export const MAX_SOURCE_LENGTH = 128 * 1024;
/** Maximum size of a message, as bytes and as the JSON that the decoder gets. */
export const MAX_BYTES = 64 * 1024;
export const MAX_INPUT_LENGTH = 512 * 1024;
/** Maximum length of a result, as JSON. */
export const MAX_RESULT_LENGTH = 64 * 1024;
/** Maximum depth of a result; a result that contains itself is deeper. */
export const MAX_DEPTH = 16;
export const MAX_WARNINGS = 20;
/** Time to load a source, and to decode a message. */
export const RUN_MS = 50;
/** Memory of a decoder, in MB, and its stack. */
export const HEAP_MB = 16;
export const STACK_BYTES = 128 * 1024;
/** A source that runs out of time or memory this often in a row is switched off. */
export const MAX_TROUBLES = 3;
