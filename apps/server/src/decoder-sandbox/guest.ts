import { MAX_DEPTH, MAX_MESSAGE_LENGTH, MAX_RESULT_LENGTH, MAX_WARNINGS } from './types.ts';

/** File name of the decoder's source in stack traces. */
export const SOURCE_NAME = 'decoder.js';

/**
 * Script that runs in QuickJS before a decoder's source; its value is the function that calls the decoder. It keeps the
 * built-in functions that it needs, because the source may replace them, and uses neither iterators nor methods of
 * arrays for the same reason. The result is written as JSON here, under the limits of time and memory.
 */
export const GUEST = String.raw`(function () {
  'use strict';
  const { parse, stringify } = JSON, { isArray } = Array, { keys } = Object, { apply } = Reflect;
  const { isView } = ArrayBuffer, { slice } = String.prototype, Time = Date;
  const { fromCharCode } = String, Syntax = SyntaxError, Internal = InternalError;

  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const btoa = (text) => {
    text = String(text);
    let out = '';
    for (let i = 0; i < text.length; i += 3) {
      const a = text.charCodeAt(i), b = text.charCodeAt(i + 1), c = text.charCodeAt(i + 2);
      if (a > 255 || b > 255 || c > 255) throw new RangeError('btoa: not a byte');
      const bits = (a << 16) | (b << 8) | c;
      out += ALPHABET[bits >> 18] + ALPHABET[(bits >> 12) & 63];
      out += (i + 1 < text.length ? ALPHABET[(bits >> 6) & 63] : '=') + (i + 2 < text.length ? ALPHABET[bits & 63] : '=');
    }
    return out;
  };
  const atob = (text) => {
    let out = '', bits = 0, count = 0;
    for (const c of String(text).replace(/-/g, '+').replace(/_/g, '/').replace(/[\s=]/g, '')) {
      const value = ALPHABET.indexOf(c);
      if (value < 0) throw new RangeError('atob: not base64');
      bits = ((bits << 6) | value) & 0xffff;
      count += 6;
      if (count >= 8) out += fromCharCode((bits >> (count -= 8)) & 255);
    }
    return out;
  };
  const bytesOf = (text, encoding) => {
    if (encoding === 'hex') return (text.match(/^(?:[\da-f]{2})*/i)[0].match(/../g) || []).map((pair) => parseInt(pair, 16));
    if (encoding === 'base64' || encoding === 'base64url') text = atob(text);
    else if (!encoding || /^utf-?8$/i.test(encoding)) text = unescape(encodeURIComponent(text));
    return Uint8Array.from(text, (c) => c.charCodeAt(0));
  };
  class Buffer extends Uint8Array {
    static from(value, encoding) {
      if (typeof value === 'string') return new Buffer(bytesOf(value, encoding));
      return new Buffer(value && value.type === 'Buffer' ? value.data : value);
    }
    static alloc(size, fill) { return new Buffer(size).fill(fill || 0); }
    static isBuffer(value) { return value instanceof Buffer; }
    static concat(list) { return new Buffer([].concat(...list.map((each) => [...each]))); }
    slice(start, end) { return this.subarray(start, end); }
    toJSON() { return { type: 'Buffer', data: [...this] }; }
    toString(encoding, start, end) {
      const bytes = [...this.subarray(start || 0, end)];
      if (encoding === 'hex') return bytes.map((byte) => (byte + 256).toString(16).slice(1)).join('');
      const text = bytes.map((byte) => fromCharCode(byte)).join('');
      if (encoding === 'base64') return btoa(text);
      if (encoding && !/^utf-?8$/i.test(encoding)) return text;
      try { return decodeURIComponent(escape(text)); } catch { return text; }
    }
  }
  const define = (name, value) => Object.defineProperty(Buffer.prototype, name, { value, configurable: true, writable: true });
  for (const type of ['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64']) {
    const read = DataView.prototype['get' + type];
    const short = { Float32: 'Float', Float64: 'Double' }[type] || type;
    for (const name of [short, short.replace('Uint', 'UInt')]) {
      for (const order of type.endsWith('t8') ? [''] : ['LE', 'BE']) {
        define('read' + name + order, function (offset) {
          return read.call(new DataView(this.buffer, this.byteOffset, this.length), offset || 0, order === 'LE');
        });
      }
    }
  }
  const nothing = () => {};
  const console = { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing };
  for (const [name, value] of Object.entries({ Buffer, atob, btoa, console })) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }

  const tooBig = {}, tooDeep = {};
  let room = ${MAX_RESULT_LENGTH};
  const take = (text) => {
    room -= text.length;
    if (room < 0) throw tooBig;
    return text;
  };
  const json = (value, depth) => {
    if (value === null) return take('null');
    if (typeof value === 'boolean') return take(value ? 'true' : 'false');
    if (typeof value === 'number') return take(value - value === 0 ? '' + value : 'null');
    if (typeof value === 'bigint') return take(-9007199254740992n < value && value < 9007199254740992n ? '' + value : '"' + value + '"');
    if (typeof value === 'string') {
      if (value.length > room) throw tooBig;
      return take(stringify(value));
    }
    if (typeof value !== 'object') return undefined;
    if (depth > ${MAX_DEPTH}) throw tooDeep;
    if (isArray(value) || isView(value)) {
      let out = take('[');
      for (let i = 0; i < value.length; i++) out += (i ? take(',') : '') + (json(value[i], depth + 1) || take('null'));
      return out + take(']');
    }
    const { toJSON } = value;
    if (typeof toJSON === 'function') return json(apply(toJSON, value, ['']), depth + 1);
    let out = take('{');
    const names = keys(value);
    for (let i = 0; i < names.length; i++) {
      const name = names[i], before = room;
      if (name === '__proto__') continue;
      const key = (out.length > 1 ? take(',') : '') + json(name, depth) + take(':');
      const text = json(value[name], depth + 1);
      if (text === undefined) room = before;
      else out += key + text;
    }
    return out + take('}');
  };

  const short = (value) => apply(slice, typeof value === 'string' ? value : '', [0, ${MAX_MESSAGE_LENGTH}]);
  const failed = (reason, message) => '{"ok":false,"reason":"' + reason + '","message":' + stringify(message) + '}';
  const describe = (error, isLoading) => {
    if (error === tooBig) return failed('TOO_BIG', 'the result is longer than ${MAX_RESULT_LENGTH} characters of JSON');
    if (error === tooDeep) return failed('TOO_BIG', 'the result is nested deeper than ${MAX_DEPTH} levels, or contains itself');
    let name = '', message = '', line = '';
    try {
      if (error === null || typeof error !== 'object') message = typeof error === 'symbol' ? 'a symbol' : short('' + error);
      else {
        name = short(error.name);
        message = short(error.message);
        const { stack } = error;
        if (typeof stack === 'string') {
          const at = '${SOURCE_NAME}:';
          for (let i = 0; i < stack.length && !line; i++) {
            if (apply(slice, stack, [i, i + at.length]) !== at) continue;
            for (i += at.length; stack[i] >= '0' && stack[i] <= '9'; i++) line += stack[i];
          }
        }
      }
    } catch { message = 'an exception that cannot be read'; }
    if (error instanceof Internal && message === 'out of memory') return failed('MEMORY', message);
    const text = (line && 'line ' + line + ': ') + name + (name && message && ': ') + message;
    return failed(isLoading && error instanceof Syntax ? 'SYNTAX' : 'EXCEPTION', text);
  };
  const joined = (list, between, write) => {
    let out = '';
    if (typeof list === 'string') return list && write(short(list));
    for (let i = 0; list && i < list.length && i < ${MAX_WARNINGS}; i++) {
      out += (i ? between : '') + write(short(typeof list[i] === 'string' ? list[i] : json(list[i], 0)));
    }
    return out;
  };
  const success = (content, result) => {
    return '{"ok":true,' + content + ',"warnings":[' + joined(result && result.warnings, ',', stringify) + ']}';
  };
  const dataOf = (data, result) => {
    if (data === null || typeof data !== 'object' || isArray(data)) return failed('NOT_AN_OBJECT', 'the decoder returned no object');
    const text = json(data, 0);
    return text && text[0] === '{' ? success('"data":' + text, result) : failed('NOT_AN_OBJECT', 'the decoder returned no object');
  };
  const resultOf = (result, use) => {
    if (result === null || typeof result !== 'object') return failed('NOT_AN_OBJECT', 'the function returned no object');
    const { errors } = result;
    if (errors && errors.length > 0) return failed('ERRORS', short(joined(errors, '; ', (text) => text)));
    return use(result);
  };

  const decode = (input) => {
    input.recvTime = new Time(input.recvTime);
    const { bytes, fPort } = input;
    if (typeof decodeUplink === 'function') return resultOf(decodeUplink(input), (result) => dataOf(result.data, result));
    if (typeof Decode === 'function') return dataOf(Decode(fPort, bytes, {}));
    if (typeof Decoder === 'function') return dataOf(Decoder(bytes, fPort));
    return failed('NO_FUNCTION', 'the source has no function decodeUplink, Decode or Decoder');
  };
  const downlinkOf = (result) => {
    const { bytes, fPort } = result;
    if (!isArray(bytes) && !isView(bytes)) return failed('NOT_AN_OBJECT', 'the encoder returned no bytes');
    // A digit and a comma each: too long before it is written.
    if (bytes.length > ${MAX_RESULT_LENGTH / 2}) throw tooBig;
    let out = '';
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (typeof byte !== 'number' || byte !== (byte & 255)) return failed('NOT_AN_OBJECT', 'byte ' + i + ' is not 0 to 255');
      out += take((i ? ',' : '') + byte);
    }
    const port = typeof fPort === 'number' && fPort === (fPort & 255) ? fPort : null;
    return success('"fPort":' + port + ',"bytes":[' + out + ']', result);
  };
  const encode = (data) => {
    if (typeof encodeDownlink !== 'function') return failed('NO_FUNCTION', 'the source has no function encodeDownlink');
    return resultOf(encodeDownlink({ data }), downlinkOf);
  };

  return (kind, given) => {
    try {
      if (kind === 'load') return describe(given, true);
      return kind === 'decode' ? decode(parse(given)) : encode(parse(given));
    } catch (error) {
      return describe(error);
    }
  };
})()`;
