import { isDeepStrictEqual } from 'node:util';
import type {
  DecoderExample,
  DecoderFailureReason,
  DecoderTestInput,
  DecoderTrial,
} from '@airdeck/contract/door/decoder';
import type { FieldCode } from '@airdeck/contract/error/field-code';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import type { BoundSensor } from '@airdeck/drivers/binding';
import { base64Bytes, bodyOf, hexBytes } from '@airdeck/drivers/body';
import type { DecoderSandbox } from '../../decoder-sandbox/decoder-sandbox.ts';
import type { DecoderFailure, DecoderInput, DecoderOutcome } from '../../decoder-sandbox/types.ts';
import { Failure } from '../../platform/http/failure.ts';
import { decodedOfOutcome } from './decode-arrival.ts';
import { shownValues } from './shown-values.ts';

/** Examples and trials are always of this time, so that an example has one result. */
const TRIED_TIME = Date.UTC(2026, 0, 1);
/** Failures of the source itself, with any message. */
const OF_SOURCE: readonly DecoderFailureReason[] = ['SYNTAX', 'NO_FUNCTION'];

const bytesOf = ({ format, content }: DecoderTestInput): Uint8Array => {
  const written = content.replace(/\s+/g, '');
  if (format === 'JSON') return Buffer.from(content);
  return (format === 'HEX' ? hexBytes(written) : base64Bytes(written)) ?? new Uint8Array();
};

/** The input of a decoder for a message as a person wrote it. */
export const writtenInput = (input: DecoderTestInput): DecoderInput => {
  const { bytes, fPort, json } = bodyOf(bytesOf(input), input.f_port);
  return { bytes, fPort, recvTime: TRIED_TIME, topic: input.topic, ...(json !== undefined && { json }) };
};

const failureOf = ({ reason, message }: DecoderFailure): DecoderTrial['failure'] => {
  const [, line] = /^line (\d{1,9}): /.exec(message) ?? [];
  return { reason, message, line: line === undefined ? null : Number(line) };
};

/** The outcome of a decoder for people: its data, and the values that would be stored. */
export const trialOf = (outcome: DecoderOutcome, bound: readonly BoundSensor[]): DecoderTrial => {
  if (!outcome.ok) {
    const nothing = { data: null, values: [], missing: [], warnings: [], cpu_ms: null };
    return { ...nothing, failure: failureOf(outcome) };
  }
  const decoded = decodedOfOutcome(outcome, null);
  const rangeOf = (type: keyof typeof SENSOR_TYPE_INFO) => {
    const { min, max } = SENSOR_TYPE_INFO[type];
    return { min, max };
  };
  return {
    data: { ...outcome.data },
    failure: null,
    values: shownValues(decoded, bound).map((value) => ({
      ...value,
      range: value.type === null ? null : rangeOf(value.type),
    })),
    missing: [...(decoded.missing ?? [])],
    warnings: [...decoded.warnings],
    cpu_ms: outcome.cpuMs,
  };
};

/**
 * Runs the examples of a decoder that is about to be saved; without examples the source is only loaded.
 * @throws Failure INVALID_PARAMETER with `source`, or with `examples.` and the name of each example that fails.
 */
export const checkExamples = async (
  { decode }: Pick<DecoderSandbox, 'decode'>,
  source: string,
  examples: readonly DecoderExample[],
): Promise<void> => {
  const run = async (input: DecoderInput): Promise<DecoderOutcome> => {
    const outcome = await decode(source, input);
    if (outcome.ok) return outcome;
    if (outcome.reason === 'HOST') throw new Failure('DECODER_UNAVAILABLE');
    if (OF_SOURCE.includes(outcome.reason)) throw new Failure('INVALID_PARAMETER', { source: 'DECODER_SOURCE' });
    return outcome;
  };
  if (examples.length === 0) {
    await run({ bytes: new Uint8Array(), fPort: null, recvTime: TRIED_TIME, topic: '' });
    return;
  }
  const errors: Record<string, FieldCode> = {};
  for (const { name, input, output } of examples) {
    const outcome = await run(writtenInput(input));
    if (!outcome.ok || !isDeepStrictEqual(outcome.data, output)) errors[`examples.${name}`] = 'EXAMPLE_FAILED';
    // The others would take as long.
    if (!outcome.ok && outcome.reason === 'TIMEOUT') break;
  }
  if (Object.keys(errors).length > 0) throw new Failure('INVALID_PARAMETER', errors);
};
