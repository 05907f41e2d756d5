import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { knownPassword } from '@airdeck/contract/field';
import type { Route } from '@airdeck/contract/route';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

/** A character of each class: C0, DEL, C1, separators, a turn of the text's direction and the isolation of one. */
const REFUSED = ['\u0000', '\u0007', '\t', '\r', '\u001b', '\u007f', '\u0085', '\u009f', '\u2028', '\u2029'];
const TURNS = ['\u202a', '\u202e', '\u2066', '\u2069'];
/** Fields of several lines: a notice, lists of receivers with a line each, and certificates. */
const SEVERAL_LINES = [
  'content',
  'recipients',
  'source',
  'escalate_to',
  'ca',
  'admin_values',
  'user_values',
  'endpoint_hosts',
];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isRoute = (value: object): value is Route => 'method' in value && 'path' in value && 'answer' in value;
/** Rows of an imported file have the bounds of forms. */
const isImport = (value: object): value is { row: z.ZodObject; send: Route } => 'row' in value && 'send' in value;

interface Input {
  place: string;
  schema: z.core.$ZodType;
}

const inputsOf = (value: unknown): Input[] => {
  if (!isObject(value) || value instanceof z.ZodType) return [];
  if (isRoute(value)) {
    const { method, path, params, query, body } = value;
    return Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [{ place: `${method} ${path} ${part}`, schema }] : [],
    );
  }
  const rows = isImport(value) ? [{ place: `${value.send.path} row`, schema: value.row }] : [];
  return [...rows, ...Object.values(value).flatMap(inputsOf)];
};

const CONTRACT = join(import.meta.dirname, '../../../packages/contract/src');

const allInputs = async (): Promise<Input[]> => {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' });
  const modules = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const exported = await Promise.all(modules.map((file) => import(join(CONTRACT, file))));
  return exported.flatMap((module) => inputsOf({ ...module }));
};

/** The schemas within a schema that take a text. A pipe that begins with one is asked as a whole. */
const textsOf = (schema: z.core.$ZodType, place: string): Input[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return [{ place, schema }];
    case 'pipe': {
      const begins = textsOf(def.in, place);
      return begins.length > 0 ? [{ place, schema }] : textsOf(def.out, place);
    }
    case 'object':
      return Object.entries(def.shape).flatMap(([key, each]) => textsOf(each, `${place} ${key}`));
    case 'array':
      return textsOf(def.element, `${place} []`);
    case 'tuple':
      return def.items.flatMap((each) => textsOf(each, place));
    case 'record':
      return [...textsOf(def.keyType, place), ...textsOf(def.valueType, place)];
    case 'union':
      return def.options.flatMap((each) => textsOf(each, place));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return textsOf(def.innerType, place);
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
    case 'null':
    case 'transform':
    // A register map: `checkRegisterMap` refuses control characters in its texts.
    case 'unknown':
      return [];
    default:
      throw new Error(`${place}: it is not known whether '${def.type}' takes a text`);
  }
};

/** Texts with a character that come near to what fields want: words, a number, a code, a time, an address, a PEM. */
const textsWith = (character: string): string[] => [
  `a${character}b`,
  `ab${character}`,
  `${character}ab`,
  `1${character}`,
  `12345678${character}`,
  `09:0${character}`,
  `http://a.example/${character}`,
  `/monitoring/${character}`,
  `-----BEGIN CERTIFICATE-----\nAA${character}AA\n-----END CERTIFICATE-----`,
];

const takes = ({ schema }: Input, character: string): boolean =>
  textsWith(character).some((text) => {
    const { success, data } = z.core.safeParse(schema, text);
    return success && JSON.stringify(data).includes(JSON.stringify(character).slice(1, -1));
  });

describe('texts that are sent to the server', async () => {
  const texts = (await allInputs())
    .flatMap(({ schema, place }) => textsOf(schema, place))
    // A password is never shown, and one that was set before has to be accepted as it is.
    .filter(({ schema }) => schema !== knownPassword);
  const takers = (character: string): string[] =>
    texts.filter((text) => takes(text, character)).map(({ place }) => place);

  test('are found', () => {
    expect(texts.length).toBeGreaterThan(300);
  });

  test.each([...REFUSED, ...TURNS].map((character) => [JSON.stringify(character), character]))(
    'none takes %s',
    (_, character) => {
      expect(takers(character)).toEqual([]);
    },
  );

  test('line breaks are taken by fields of several lines alone', () => {
    const fields = takers('\n').map((place) => place.split(' ').at(-1));
    expect([...new Set(fields)].toSorted()).toEqual(SEVERAL_LINES.toSorted());
  });
});
