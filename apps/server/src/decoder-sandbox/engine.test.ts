import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { CODECS } from '../testing/decoder-sources.ts';
import { createEngine, type Engine } from './engine.ts';
import type { DecoderInput, Job } from './types.ts';
import { MAX_SOURCE_LENGTH } from './types.ts';

// A clock that stands still: no busy machine can make these decoders time out.
let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(() => 0);
});

const INPUT: DecoderInput = {
  bytes: Uint8Array.of(0, 215, 3, 44),
  fPort: 2,
  recvTime: 1_700_000_000_000,
  topic: 'a/b',
};

const run = (source: string, task: Job['task'], by = engine): Record<string, unknown> => {
  const answer = by.run({ hash: source, source, task });
  return 'ok' in answer ? { ...answer } : (JSON.parse(answer.text) as Record<string, unknown>);
};
const decode = (source: string, input: Partial<DecoderInput> = {}) => run(source, { decode: { ...INPUT, ...input } });
/** The data of a decoder with this body. */
const dataOf = (body: string, input: Partial<DecoderInput> = {}) =>
  decode(`function decodeUplink(input) { ${body} }`, input);

describe('the forms of decoders', () => {
  it('calls decodeUplink with warnings', () => {
    expect(decode(CODECS.ts013)).toEqual({ ok: true, data: { temperature: 21.5, co2: 812 }, warnings: [] });
    const bytes = Uint8Array.of(255, 246, 3, 44);
    expect(decode(CODECS.ts013, { fPort: null, bytes })).toEqual({
      ok: true,
      data: { temperature: -1, co2: 812 },
      warnings: ['port null'],
    });
  });
  it('calls Decode with the port first', () => {
    expect(decode(CODECS.chirpStackV3)).toMatchObject({ data: { temperature: 21.5, co2: 812, port: 2 } });
  });
  it('calls Decoder with the bytes first', () => {
    expect(decode(CODECS.ttnV2)).toMatchObject({ data: { temperature: 21.5, co2: 812, port: 2 } });
  });
  it('gives the time as a Date, the topic, and JSON only where there is some', () => {
    const body =
      'return { data: { t: input.recvTime, y: input.recvTime.getTime(), topic: input.topic, j: typeof input.json } };';
    expect(dataOf(body)).toMatchObject({
      data: { t: '2023-11-14T22:13:20.000Z', y: 1_700_000_000_000, topic: 'a/b', j: 'undefined' },
    });
    expect(dataOf('return { data: input.json };', { json: { co2: [1, null, 'ü'] } })).toMatchObject({
      data: { co2: [1, null, 'ü'] },
    });
  });
  it('encodes a downlink', () => {
    expect(run(CODECS.ts013, { encode: { interval: 600 } })).toEqual({
      ok: true,
      fPort: 10,
      bytes: [1, 2, 88],
      warnings: [],
    });
  });
  it.each([
    ['return { bytes: [256] };', 'NOT_AN_OBJECT'],
    ["return { bytes: ['1'] };", 'NOT_AN_OBJECT'],
    ['return { bytes: 5 };', 'NOT_AN_OBJECT'],
    ['return { bytes: new Array(1e8).fill(1) };', 'MEMORY'],
    ['return { bytes: new Uint8Array(100000) };', 'TOO_BIG'],
    ["return { errors: ['no'] };", 'ERRORS'],
  ])('rejects the downlink of %s', (body, reason) => {
    expect(run(`function encodeDownlink() { ${body} }`, { encode: {} })).toMatchObject({ ok: false, reason });
  });
  it('accepts typed arrays, and no port', () => {
    const source = 'function encodeDownlink() { return { bytes: Buffer.from("01ff", "hex") }; }';
    expect(run(source, { encode: {} })).toMatchObject({ fPort: null, bytes: [1, 255] });
  });
  it('reports missing functions', () => {
    expect(decode('var x = 1;')).toMatchObject({ reason: 'NO_FUNCTION' });
    expect(run(CODECS.ttnV2, { encode: {} })).toMatchObject({ reason: 'NO_FUNCTION' });
  });
});

describe('failures', () => {
  it('names the line of a syntax error and of an exception', () => {
    const syntax = decode('\n\nfunction ( {');
    expect(syntax).toMatchObject({
      ok: false,
      reason: 'SYNTAX',
      message: expect.stringMatching(/^line 3: SyntaxError/),
    });
    const thrown = decode('function decodeUplink() {\n  return missing.field;\n}');
    expect(thrown).toMatchObject({ reason: 'EXCEPTION', message: expect.stringMatching(/^line 2: ReferenceError/) });
    // An error of the decoder's own parsing is no error of its source.
    expect(dataOf("JSON.parse('{');")).toMatchObject({ reason: 'EXCEPTION' });
  });
  it.each([
    ["throw 'text';", 'text'],
    ['throw null;', 'null'],
    ["throw Symbol('x');", 'a symbol'],
    ['throw { get message() { throw 1; } };', 'an exception that cannot be read'],
    ['return { data: { get a() { throw new TypeError("bad getter"); } } };', 'line 1: TypeError: bad getter'],
    ['return { data: new Proxy({ a: 1 }, { ownKeys() { throw new Error("trap"); } }) };', 'line 1: Error: trap'],
  ])('describes %s', (body, message) => {
    expect(dataOf(body)).toEqual({ ok: false, reason: 'EXCEPTION', message });
  });
  it('bounds the message', () => {
    const { message } = dataOf("throw new Error('x'.repeat(1e5));");
    expect(String(message).length).toBeLessThan(600);
  });
  it('joins the errors that a decoder reports', () => {
    expect(dataOf("return { errors: ['too short', 5] };")).toMatchObject({ reason: 'ERRORS', message: 'too short; 5' });
    expect(dataOf('return { errors: [], data: {} };')).toMatchObject({ ok: true });
  });
  it.each([
    'return;',
    'return 5;',
    'return {};',
    'return { data: [] };',
    'return { data: null };',
    'return { data: { toJSON: () => 5 } };',
  ])('rejects %s', (body) => {
    expect(dataOf(body)).toMatchObject({ ok: false, reason: 'NOT_AN_OBJECT' });
  });
  it('rejects long sources and messages', () => {
    expect(decode(`//${'x'.repeat(MAX_SOURCE_LENGTH)}`)).toMatchObject({ reason: 'TOO_BIG' });
    expect(dataOf('return { data: {} };', { json: 'x'.repeat(600_000) })).toMatchObject({ reason: 'TOO_BIG' });
  });
  it('rejects a source that keeps much memory', () => {
    expect(decode('var kept = new Uint8Array(6e6).fill(1);')).toMatchObject({ reason: 'MEMORY' });
  });
});

describe('results', () => {
  it('writes what JSON cannot carry like JSON.stringify, and BigInt as a number or text', () => {
    const body = `return { data: { nan: NaN, infinity: -Infinity, f: () => 1, u: undefined, s: Symbol('s'), zero: -0,
      list: [undefined, () => 1, 1n], big: 2n ** 80n, bytes: new Uint8Array([1, 2]), map: new Map([[1, 2]]),
      ['__proto__']: 1, 'a"b\\n': '\\ud800' } };`;
    expect(dataOf(body)).toEqual({
      ok: true,
      warnings: [],
      data: {
        nan: null,
        infinity: null,
        zero: 0,
        list: [null, null, 1],
        big: '1208925819614629174706176',
        bytes: [1, 2],
        map: {},
        'a"b\n': '\ud800',
      },
    });
  });
  it('returns any JSON unchanged', () => {
    const source = 'function decodeUplink(input) { return { data: { value: input.json } }; }';
    const json = fc.jsonValue({ maxDepth: 6 }).filter((value) => !JSON.stringify(value).includes('__proto__'));
    fc.assert(
      fc.property(json, (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(decode(source, { json: plain })).toEqual({ ok: true, data: { value: plain }, warnings: [] });
      }),
      { numRuns: 300 },
    );
  });
  it('accepts 60 KB and 15 levels, and rejects 70 KB and 20 levels', () => {
    const text = (length: number) => dataOf(`return { data: { x: 'x'.repeat(${length}) } };`);
    expect(text(60_000)).toMatchObject({ ok: true });
    expect(text(70_000)).toMatchObject({ ok: false, reason: 'TOO_BIG' });
    const nested = (depth: number) =>
      dataOf(`var a = {}; for (var i = 1; i < ${depth}; i++) a = { a }; return { data: a };`);
    expect(nested(15)).toMatchObject({ ok: true });
    expect(nested(20)).toMatchObject({ ok: false, reason: 'TOO_BIG' });
  });
  it('bounds warnings', () => {
    const { warnings } = dataOf("return { data: {}, warnings: new Array(1000).fill('w'.repeat(1000)) };");
    expect(warnings).toHaveLength(20);
    expect(dataOf("return { data: {}, warnings: 'one' };")).toMatchObject({ warnings: ['one'] });
  });
});

describe('Buffer and other functions of codecs', () => {
  it.each([
    ["Buffer.from('00ff7f', 'hex')", [0, 255, 127]],
    ["Buffer.from('AP9/', 'base64')", [0, 255, 127]],
    ["Buffer.from('ü')", [195, 188]],
    ['Buffer.from([1, 2, 3]).slice(1)', [2, 3]],
    ['Buffer.concat([Buffer.alloc(1), Buffer.from([7])])', [0, 7]],
    ["Buffer.from('00ff7f', 'hex').toString('hex')", '00ff7f'],
    ["Buffer.from('00ff7f', 'hex').toString('base64')", 'AP9/'],
    ["Buffer.from('ü').toString()", 'ü'],
    ['Buffer.from([255]).toString()', 'ÿ'],
    ['Buffer.from([255, 254]).readInt8(1)', -2],
    ['Buffer.from([255, 254]).readUInt8()', 255],
    ['Buffer.from([1, 2]).readUInt16LE(0)', 513],
    ['Buffer.from([1, 2]).readUint16BE(0)', 258],
    ['Buffer.from([255, 254]).readInt16BE(0)', -2],
    ['Buffer.from([0, 1, 2, 3, 4]).subarray(1).readUInt32LE(0)', 67305985],
    ['Buffer.from([255, 255, 255, 254]).readInt32BE(0)', -2],
    ['Buffer.from([0, 0, 192, 63]).readFloatLE(0)', 1.5],
    ['Buffer.isBuffer(Buffer.alloc(2))', true],
    ["atob(btoa('\\xff\\x00ab'))", '\xff\x00ab'],
    ["btoa('a')", 'YQ=='],
    ["(console.log('x'), typeof setTimeout)", 'undefined'],
    ['typeof require + typeof process + typeof fetch', 'undefinedundefinedundefined'],
  ])('%s', (expression, value) => {
    expect(dataOf(`return { data: { value: ${expression} } };`)).toMatchObject({ ok: true, data: { value } });
  });
  it('encodes base64 like Node', () => {
    const source = "function decodeUplink(i) { return { data: { a: Buffer.from(i.bytes).toString('base64') } }; }";
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(decode(source, { bytes })).toMatchObject({ data: { a: Buffer.from(bytes).toString('base64') } });
      }),
      { numRuns: 100 },
    );
  });
});

describe('isolation', () => {
  it('starts every message from the state after loading', () => {
    const source = `let count = 0; var table = { seen: [] }; const zeros = new Uint8Array(300000);
      function decodeUplink() {
        const clean = zeros.every((byte) => byte === 0) && !('leak' in globalThis) && !('x' in {});
        zeros.fill(9); leak = 1; Object.prototype.x = 1; table.seen.push(1);
        return { data: { count: ++count, seen: table.seen.length, clean } };
      }`;
    for (let i = 0; i < 3; i++) {
      expect(decode(source)).toMatchObject({ ok: true, data: { count: 1, seen: 1, clean: true } });
      expect(dataOf("return { data: { x: new Array(3e5).fill('x').join('') } };")).toMatchObject({ reason: 'TOO_BIG' });
    }
  });
  it('keeps no names of another source', () => {
    decode('other = 1; Array.prototype.map = null; function decodeUplink() { return { data: {} }; }');
    expect(dataOf('return { data: { other: typeof other, map: typeof [].map } };')).toMatchObject({
      data: { other: 'undefined', map: 'function' },
    });
  });
  it('decodes right after more sources than it keeps', () => {
    for (let i = 0; i < 70; i++)
      expect(dataOf(`return { data: { i: ${i}, first: input.bytes[1] } };`)).toMatchObject({ data: { i, first: 215 } });
    expect(decode(CODECS.ts013)).toMatchObject({ data: { co2: 812 } });
  });
  it('ends what works for longer than its time, and nothing before', async () => {
    let now = 0;
    // Each check of the time takes a millisecond.
    const slow = await createEngine(() => now++);
    const endless = 'function decodeUplink() { for (;;); }';
    expect(run(endless, { decode: INPUT }, slow)).toMatchObject({ ok: false, reason: 'TIMEOUT' });
    expect(run('for (;;);', { decode: INPUT }, slow)).toMatchObject({ ok: false, reason: 'TIMEOUT' });
    // A thread that only waited for a processor has done little itself.
    const starved = await createEngine(() => (now += 1_000));
    const short = 'function decodeUplink() { for (var i = 0; i < 50000; i++); return { data: { i } }; }';
    expect(run(short, { decode: INPUT }, starved)).toMatchObject({ ok: true, data: { i: 50_000 } });
    expect(run(CODECS.ts013, { decode: INPUT }, slow)).toMatchObject({ ok: true });
  });
});
