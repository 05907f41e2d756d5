import fc from 'fast-check';

/** One mutation of some bytes. Positions are shares of the length, so that they fit any input. */
interface Mutation {
  kind: 'flip' | 'set' | 'cut' | 'repeat' | 'insert' | 'end';
  at: number;
  length: number;
  bytes: Uint8Array;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('flip', 'set', 'cut', 'repeat', 'insert', 'end'),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  length: fc.integer({ min: 1, max: 64 }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 16 }),
});

const apply = (input: Buffer, { kind, at, length, bytes }: Mutation): Buffer => {
  const from = Math.floor(at * input.length);
  const [head, tail] = [input.subarray(0, from), input.subarray(from)];
  switch (kind) {
    case 'flip': {
      const copy = Buffer.from(input);
      copy[from] = (copy[from] ?? 0) ^ (1 << (length % 8));
      return copy;
    }
    case 'set': {
      const copy = Buffer.from(input);
      copy.set(bytes.subarray(0, copy.length - from), from);
      return copy;
    }
    case 'cut':
      return Buffer.concat([head, tail.subarray(length)]);
    case 'repeat':
      return Buffer.concat([head, ...Array.from({ length }, () => tail.subarray(0, 8)), tail]);
    case 'insert':
      return Buffer.concat([head, bytes, tail]);
    case 'end':
      return Buffer.from(head);
  }
};

/** Mostly valid input with up to four mutations. */
export const spoilt = (valid: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> =>
  fc
    .tuple(valid, fc.array(mutation, { maxLength: 4 }))
    .map(([input, mutations]) =>
      mutations.reduce((bytes, each) => (bytes.length > 0 ? apply(bytes, each) : bytes), input),
    );

/** Replacements for a number, text or list in JSON. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    [],
    {},
    '',
    '0',
    -0,
    1e308,
    8.64e15,
    -8.64e15,
    2 ** 53,
    '한글',
    '\ud800',
    '\u0000',
  ),
  fc.constantFrom<unknown>(
    { __proto__: null },
    { constructor: 1 },
    [[[[1]]]],
    "'; drop table meter; --",
    '%00',
    '../../etc/passwd',
  ),
  fc.double(),
  fc.string({ maxLength: 200 }),
  fc.jsonValue({ maxDepth: 4 }),
);

/** A JSON value with unusual values in some places; now and then very deep or very long. */
export const strangeJson = (valid: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 20, arbitrary: valid.map((value) => JSON.stringify(value)) },
    {
      weight: 30,
      arbitrary: fc
        .tuple(valid, fc.array(fc.tuple(fc.nat(), strange), { minLength: 1, maxLength: 3 }))
        .map(([value, changes]) => {
          const changed = { ...value };
          const keys = Object.keys(changed);
          for (const [place, given] of changes) changed[keys[place % Math.max(1, keys.length)] ?? 'key'] = given;
          return JSON.stringify(changed);
        }),
    },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 100, max: 30_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    },
    { weight: 1, arbitrary: fc.integer({ min: 100, max: 10_000 }).map((depth) => '{"a":'.repeat(depth)) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 5_000 }).map((many) => `{${'"a":1,'.repeat(many)}"b":2}`) },
    { weight: 2, arbitrary: fc.string({ maxLength: 5_000 }) },
  );
