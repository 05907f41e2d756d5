import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseBody } from './parse-body.ts';

const parse = (text: string) => parseBody(Buffer.from(text));

it.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}'],
  ['{"a":"{\\"a\\":1,\\"a\\":2}"}'],
  ['{"a":"\\\\","b":"}"}'],
  ['["a","a"]'],
  ['{"a":"b","b":"a"}'],
  ['{"":1}'],
  ['null'],
  ['"__proto__"'],
  ['{"a":"__proto__"}'],
  [`${'['.repeat(32)}${']'.repeat(32)}`],
])('takes %s', (text) => expect(parse(text)).toEqual(JSON.parse(text)));

it.each([
  ['nothing', ''],
  ['no JSON', '{"a":'],
  ['an end too many', '{}}'],
  ['a string without an end', '{"a'],
  ['a broken escape in a key', '{"\\x":1}'],
  ['a key twice', '{"a":1,"a":1}'],
  ['a key twice, far apart', '{"a":1,"b":{"c":[1,{"d":1}]},"a":2}'],
  ['a key twice, spelt differently', '{"a":1,"\\u0061":2}'],
  ['a key twice, deep inside', '{"x":[{"a":1 , "a"\t: 2}]}'],
  ['a key twice, far from its colon', `{"a":1,"a"${' '.repeat(1_000)}:2}`],
  ['__proto__', '{"__proto__":1}'],
  ['__proto__, spelt differently', '{"\\u005f_proto__":1}'],
  ['constructor', '{"a":{"constructor":1}}'],
  ['prototype', '{"prototype":{}}'],
  ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`],
  ['100,000 levels', '{"a":'.repeat(40_000)],
])('refuses %s', (_, text) => expect(() => parse(text)).toThrow('ERR_BAD_REQUEST'));

it('refuses what is no UTF-8', () => {
  expect(() => parseBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow('ERR_BAD_REQUEST');
});

it('reads what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8, noUnicodeString: false }), (text) => {
      fc.pre(!/__proto__|constructor|prototype/.test(text));
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
  );
});
