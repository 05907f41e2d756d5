import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerFor, ipv4Block, ipv6Block, proxyField, proxyHeader } from '../../testing/proxy-header.ts';
import { readProxyHeader } from './proxy-header.ts';

const field = proxyField(0x20, Buffer.from('tls'));
const accepted = (address: string | null) => ({ state: 'ACCEPTED', address });

describe('a PROXY header', () => {
  it.each([
    ['TCP over IPv4', headerFor('203.0.113.9'), accepted('203.0.113.9')],
    [
      'TCP over IPv6',
      proxyHeader({ family: 0x21, rest: ipv6Block('20010db8000000000000000000000007') }),
      accepted('2001:db8::7'),
    ],
    [
      'IPv4 in IPv6',
      proxyHeader({ family: 0x21, rest: ipv6Block('00000000000000000000ffffcb007109') }),
      accepted('203.0.113.9'),
    ],
    [
      'extra fields',
      proxyHeader({ rest: Buffer.concat([ipv4Block('203.0.113.9'), field, field]) }),
      accepted('203.0.113.9'),
    ],
    [
      'an empty extra field',
      proxyHeader({ rest: Buffer.concat([ipv4Block('203.0.113.9'), proxyField(4, Buffer.alloc(0))]) }),
      accepted('203.0.113.9'),
    ],
    ['LOCAL', proxyHeader({ command: 0x20, family: 0, rest: Buffer.alloc(0) }), accepted(null)],
    ['LOCAL with an address', proxyHeader({ command: 0x20, rest: ipv4Block('203.0.113.9') }), accepted(null)],
    ['the longest rest', proxyHeader({ command: 0x20, rest: Buffer.alloc(1024) }), accepted(null)],
  ])('with %s is accepted', (_, header, expected) => {
    expect(readProxyHeader(header)).toEqual({ ...expected, bytes: header.length });
    expect(readProxyHeader(Buffer.concat([header, Buffer.from([0x10, 0x0c])]))).toEqual({
      ...expected,
      bytes: header.length,
    });
    for (let end = 0; end < header.length; end++) {
      expect(readProxyHeader(header.subarray(0, end))).toEqual({ state: 'INCOMPLETE' });
    }
  });

  it.each([
    ['version 1', Buffer.from('PROXY TCP4 203.0.113.9 10.0.0.1 12345 1883\r\n')],
    ['the beginning of version 1', Buffer.from('P')],
    ['an MQTT CONNECT', Buffer.from('100c00044d5154540402003c0000', 'hex')],
    ['a TLS handshake', Buffer.from('160301', 'hex')],
    ['version 1 in a binary header', proxyHeader({ command: 0x11 })],
    ['version 3', proxyHeader({ command: 0x31 })],
    ['an unknown command', proxyHeader({ command: 0x22 })],
    ['no family', proxyHeader({ family: 0x00 })],
    ['UDP', proxyHeader({ family: 0x12 })],
    ['a UNIX socket', proxyHeader({ family: 0x31, rest: Buffer.alloc(216) })],
    ['an unknown family', proxyHeader({ family: 0x41 })],
    ['too short an IPv4 block', proxyHeader({ rest: Buffer.alloc(11) })],
    ['too short an IPv6 block', proxyHeader({ family: 0x21, rest: Buffer.alloc(35) })],
    ['a huge length, at once', proxyHeader({ rest: Buffer.alloc(0), length: 1025 })],
    ['the largest length, at once', proxyHeader({ command: 0x20, rest: Buffer.alloc(0), length: 0xffff })],
    ['a field that exceeds it', proxyHeader({ rest: Buffer.concat([ipv4Block('203.0.113.9'), field.subarray(0, 5)]) })],
    ['half a field', proxyHeader({ rest: Buffer.concat([ipv4Block('203.0.113.9'), field.subarray(0, 2)]) })],
    ['a signature with a wrong last byte', Buffer.from('0d0a0d0a000d0a515549540b', 'hex')],
  ])('with %s is refused', (_, header) => {
    expect(readProxyHeader(header)).toMatchObject({ state: 'REFUSED' });
  });

  it('more bytes never change a decision', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc
        .record({
          command: fc.constantFrom(0x20, 0x21, 0x22),
          family: fc.constantFrom(0, 0x11, 0x21, 0x31),
          rest: fc.uint8Array({ maxLength: 60 }),
          length: fc.option(fc.nat(2_000), { nil: undefined }),
        })
        .map(({ command, family, rest, length }) =>
          proxyHeader({ command, family, rest: Buffer.from(rest), ...(length !== undefined && { length }) }),
        ),
    );
    const property = fc.property(bytes, fc.uint8Array({ maxLength: 40 }), (first, more) => {
      const all = Buffer.concat([first, more]);
      const decisions = Array.from({ length: all.length + 1 }, (_, end) => readProxyHeader(all.subarray(0, end)));
      const decided = decisions.find(({ state }) => state !== 'INCOMPLETE');
      const from = decisions.findIndex(({ state }) => state !== 'INCOMPLETE');
      if (decided) for (const each of decisions.slice(from)) expect(each).toEqual(decided);
      if (decided?.state === 'ACCEPTED') expect(decided.bytes).toBe(from);
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});
