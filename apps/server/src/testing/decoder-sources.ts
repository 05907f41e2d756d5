/** Codecs of the three styles. Bytes: temperature in 0.1 °C, signed; CO2 in ppm; both big-endian. */
export const CODECS = {
  ts013: `
    function decodeUplink(input) {
      reading = {}; // undeclared, as codecs do
      reading.temperature = ((input.bytes[0] << 24) >> 16 | input.bytes[1]) / 10;
      reading.co2 = (input.bytes[2] << 8) | input.bytes[3];
      return { data: reading, warnings: input.fPort === 2 ? [] : ['port ' + input.fPort] };
    }
    function encodeDownlink(input) { return { fPort: 10, bytes: [1, input.data.interval >> 8, input.data.interval & 255] }; }`,
  chirpStackV3: `
    var Decode = function (fPort, bytes, variables) {
      var view = Buffer.from(bytes);
      return { temperature: view.readInt16BE(0) / 10, co2: view.readUInt16BE(2), port: fPort, model: variables.model };
    };`,
  ttnV2: `
    const word = (bytes, i) => bytes[i] * 256 + bytes[i + 1];
    const Decoder = (bytes, port) => ({ temperature: word(bytes, 0) / 10, co2: word(bytes, 2), port });`,
};

/** Decoders that go beyond a limit, with the reasons that may be given. */
export const HOSTILE: Record<string, { source: string; reasons: string[] }> = {
  'an endless loop': { source: 'function decodeUplink() { for (;;); }', reasons: ['TIMEOUT'] },
  'an endless loop while it loads': { source: 'for (;;);', reasons: ['TIMEOUT'] },
  'a loop that catches everything': {
    source: 'function decodeUplink() { for (;;) try { for (;;); } catch {} finally { continue; } }',
    reasons: ['TIMEOUT'],
  },
  'a long text': {
    source: "function decodeUplink() { return { data: { x: 'x'.repeat(1e9) } }; }",
    reasons: ['MEMORY'],
  },
  'an array that grows': {
    source: 'function decodeUplink() { for (var list = []; ; ) list.push(list.slice()); }',
    reasons: ['MEMORY', 'TIMEOUT'],
  },
  'allocations that ignore their failure': {
    source: 'function decodeUplink() { for (var list = []; ; ) try { list.push(new Array(1e5).fill(1)); } catch {} }',
    reasons: ['MEMORY', 'TIMEOUT'],
  },
  'a large source of data': {
    source: 'var list = []; for (;;) list.push(new Uint8Array(1e5));',
    reasons: ['MEMORY', 'TIMEOUT'],
  },
  recursion: { source: 'function decodeUplink() { return decodeUplink(); }', reasons: ['EXCEPTION'] },
  'recursion through the engine': {
    source: 'function decodeUplink() { var f = () => JSON.stringify({ toJSON: f }); return f(); }',
    reasons: ['EXCEPTION'],
  },
  'a slow regular expression': {
    source: "function decodeUplink() { return { data: { x: /^(a+)+$/.test('a'.repeat(40) + '!') } }; }",
    reasons: ['TIMEOUT', 'EXCEPTION'],
  },
  'a result of 5 MB': {
    source: "function decodeUplink() { return { data: { x: 'x'.repeat(5e6) } }; }",
    reasons: ['TOO_BIG'],
  },
  'many small results': {
    source: 'function decodeUplink() { return { data: { x: new Array(1e9) } }; }',
    reasons: ['TOO_BIG', 'MEMORY'],
  },
  'a result that contains itself': {
    source: 'function decodeUplink() { var a = {}; a.a = [a]; return { data: a }; }',
    reasons: ['TOO_BIG'],
  },
  'an endless toJSON': {
    source: 'function decodeUplink() { var a = { toJSON: () => a }; return { data: { a } }; }',
    reasons: ['TOO_BIG'],
  },
  'an endless Proxy': {
    source:
      'function decodeUplink() { var p = new Proxy({}, { get: () => p, ownKeys: () => { for (;;); } }); return p; }',
    reasons: ['TIMEOUT', 'TOO_BIG', 'NOT_AN_OBJECT', 'EXCEPTION'],
  },
  'replaced built-in functions': {
    source: `JSON.stringify = JSON.parse = Object.keys = Reflect.apply = Array.isArray = () => { throw new Error('replaced'); };
      Object.prototype.toJSON = () => 5;
      Object.defineProperty(Array.prototype, '0', { set() { throw new Error('replaced'); } });
      for (const name of ['slice', 'charCodeAt']) String.prototype[name] = () => 'replaced';
      Date = Uint8Array = Buffer = SyntaxError = null;
      function decodeUplink() { return { data: { a: 1 } }; }`,
    reasons: ['NOT_AN_OBJECT', 'EXCEPTION'],
  },
};
