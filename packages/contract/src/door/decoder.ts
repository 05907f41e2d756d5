import { isLines } from '@airdeck/domain/field-rule';
import { z } from 'zod';
import { exactLine, id, idText, instant, name, namePart, STAMP_ORDERS, stamps, text, version } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { decodedValue } from './schema.ts';

/** OFF_BY_TROUBLE: it ran out of time or memory three times in a row; messages wait until a person saves it again. */
export const DECODER_STATES = ['ON', 'OFF_BY_TROUBLE'] as const;
export type DecoderState = (typeof DECODER_STATES)[number];

export const MAX_DECODER_BYTES = 64 * 1024;
export const MAX_EXAMPLES = 20;
export const MAX_DECODER_VERSIONS = 50;
/** Decoders of an organization. */
export const MAX_DECODERS = 200;
const MAX_EXAMPLE_NAME = 60;
const MAX_KEY = 200;
/** Of an example, as text; a message that is tried may be as long as one of a door. */
const MAX_EXAMPLE_INPUT = 8 * 1024;
const MAX_EXAMPLE_OUTPUT = 16 * 1024;
export const MAX_TRIED_INPUT = 128 * 1024;
/** Largest body of a request that has a source and examples. */
export const MAX_DECODER_REQUEST = 1024 * 1024;

/** Length in UTF-8; two surrogates are a character of four bytes. */
const bytesIn = (value: string): number => {
  let bytes = 0;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return bytes;
};
/** JSON with NUL or half a character in it. */
const UNSTORED = /(^|[^\\])(\\\\)*\\u(0000|d[89a-f])/i;

const source = z
  .string()
  .min(1, { error: 'REQUIRED', abort: true })
  .max(MAX_DECODER_BYTES, { error: 'TOO_LONG', abort: true })
  .refine((value) => bytesIn(value) <= MAX_DECODER_BYTES, 'TOO_LONG')
  // Invisible characters could make code look like another one.
  .overwrite((value) => value.replace(/\r\n?/g, '\n').replaceAll('\t', '  '))
  .refine(isLines, 'CONTROL_CHARACTER')
  .refine((value) => value.length <= MAX_DECODER_BYTES, 'TOO_LONG');

export const INPUT_FORMATS = ['HEX', 'BASE64', 'JSON'] as const;

const HEX = /^(\s*[\da-f]{2})*\s*$/i;
const BASE64 = /^[\w+/\s-]*={0,2}\s*$/;
const isJson = (value: string): boolean => {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
};
const isWritten = ({ format, content }: { format: (typeof INPUT_FORMATS)[number]; content: string }): boolean =>
  format === 'JSON' ? isJson(content) : (format === 'HEX' ? HEX : BASE64).test(content);

/** A message as a person writes it. */
const inputOf = (max: number) =>
  z
    .object({
      format: z.enum(INPUT_FORMATS),
      content: z
        .string()
        .max(max, { error: 'TOO_LONG', abort: true })
        .overwrite((value) => value.replace(/\r\n?/g, '\n').replaceAll('\t', ' '))
        .refine(isLines, 'CONTROL_CHARACTER'),
      /** Port of a LoRaWAN uplink. */
      f_port: z.int().min(0, 'TOO_SMALL').max(255, 'TOO_LARGE').nullable().default(null),
      topic: exactLine(200).default(''),
    })
    .refine(isWritten, { path: ['content'], error: 'INVALID' });
export type DecoderTestInput = z.infer<ReturnType<typeof inputOf>>;

/** A message with the object that a decoder must return for it. */
const decoderExample = z.object({
  name: exactLine(MAX_EXAMPLE_NAME).min(1, 'REQUIRED'),
  input: inputOf(MAX_EXAMPLE_INPUT),
  /** The object `data`. */
  output: z
    .record(exactLine(MAX_KEY), z.unknown())
    .refine((value) => JSON.stringify(value).length <= MAX_EXAMPLE_OUTPUT, 'TOO_LONG'),
});
export type DecoderExample = z.infer<typeof decoderExample>;

/** Fields of a decoder that a person enters. Saving runs all examples, and switches the decoder on. */
export const decoderFields = z.object({
  name,
  source,
  examples: z
    .array(decoderExample)
    .max(MAX_EXAMPLES, 'TOO_LARGE')
    .refine((all) => new Set(all.map((each) => each.name)).size === all.length, 'REPEATED')
    .refine((all) => !UNSTORED.test(JSON.stringify(all)), 'CONTROL_CHARACTER')
    .default([]),
});
export type DecoderFields = z.infer<typeof decoderFields>;

export const newDecoder = decoderFields.extend({ organization_id: id });
export type NewDecoder = z.infer<typeof newDecoder>;

/** A decoder without its source. */
export const decoder = z.object({
  id,
  organization_id: id,
  organization_name: text,
  name: text,
  /** Name by which doors and devices choose it. */
  driver: text,
  state: z.enum(DECODER_STATES),
  /** Why it was switched off. */
  trouble: text.nullable(),
  trouble_time: instant.nullable(),
  example_count: z.int(),
  /** Doors and devices that use it. */
  use_count: z.int(),
  /** SHA-256 of the source; the audit log shows by it that the source was changed. */
  source_hash: text,
  ...stamps,
});
export type Decoder = z.infer<typeof decoder>;

export const DECODER_ORDERS = ['organization_name', 'name', 'state', 'use_count', ...STAMP_ORDERS] as const;
export const decodersQuery = listQuery(DECODER_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  state: z.enum(DECODER_STATES).optional(),
});
export type DecodersQuery = z.infer<typeof decodersQuery>;

const decoderResource = resource({
  path: '/decoders',
  entity: 'decoders',
  what: ['a decoder', 'decoders: scripts of organizations for messages that no driver reads'],
  item: decoder,
  added: newDecoder,
  edited: decoderFields,
  query: decodersQuery,
});
export const decoders = {
  ...decoderResource,
  edit: { ...decoderResource.edit, body: decoderFields.safeExtend({ version }) },
};

const params = z.object({ id: idText });

export const getDecoderSource = route({
  method: 'GET',
  path: '/decoders/:id/source',
  access: { action: 'read', entity: 'decoders' },
  summary: 'The source of a decoder with its examples, or a source that was saved before',
  params,
  query: z.object({ versionId: idText.optional() }),
  answer: z.object({ source: text, examples: z.array(decoderExample) }),
});

export const listDecoderVersions = route({
  method: 'GET',
  path: '/decoders/:id/versions',
  access: { action: 'read', entity: 'decoders' },
  summary: 'The last 50 sources of a decoder that were saved, newest first',
  params,
  answer: z.object({
    versions: z.array(z.object({ id, saved_time: instant, login: text.nullable(), bytes: z.int() })),
  }),
});

export const DECODER_FAILURES = [
  'SYNTAX',
  'EXCEPTION',
  'ERRORS',
  'TIMEOUT',
  'MEMORY',
  'TOO_BIG',
  'NO_FUNCTION',
  'NOT_AN_OBJECT',
  /** The server could not run it now; the same may succeed later. */
  'HOST',
] as const;
export type DecoderFailureReason = (typeof DECODER_FAILURES)[number];

/** The outcome of a decoder for one message. */
export const decoderTrial = z.object({
  /** The object `data`; null: it failed. */
  data: z.record(z.string(), z.unknown()).nullable(),
  failure: z
    .object({
      reason: z.enum(DECODER_FAILURES),
      message: text,
      /** Line of the source; null: the failure has none. */
      line: z.int().nullable(),
    })
    .nullable(),
  values: z.array(
    decodedValue.extend({
      /** What its type allows, in the unit of `stored`; a value beyond it is not stored. */
      range: z.object({ min: z.number(), max: z.number() }).nullable(),
    }),
  ),
  missing: z.array(text),
  warnings: z.array(text),
  cpu_ms: z.number().nullable(),
});
export type DecoderTrial = z.infer<typeof decoderTrial>;

export const tryDecoder = route({
  method: 'POST',
  path: '/decoders/try',
  access: { action: 'write', entity: 'decoders' },
  summary: 'Runs a source on a message, or on the last message of a device; nothing is stored',
  body: z
    .object({
      source,
      input: inputOf(MAX_TRIED_INPUT).nullable().default(null),
      /** A device behind a door, whose last message is taken. */
      device_id: id.nullable().default(null),
    })
    .refine(({ input, device_id }) => (input === null) !== (device_id === null), {
      path: ['input'],
      error: 'REQUIRED',
    }),
  answer: decoderTrial,
});
export type DecoderTrialRequest = z.infer<typeof tryDecoder.body>;
