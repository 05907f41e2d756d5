import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isDeviceCode,
  isEmail,
  isLine,
  isLines,
  isLoginId,
  isName,
  isOrganizationCode,
  isPhone,
  isTimeOfDay,
  PASSWORD_RULES,
  passwordIssues,
  toLine,
} from './field-rule.ts';
import { isIpAddress } from './ip-address.ts';

const RULES: Record<string, { rule: (value: string) => boolean; good: string[]; bad: string[] }> = {
  'organization code': {
    rule: isOrganizationCode,
    good: ['00000000', '12345678'],
    bad: ['', '1234567', '123456789', '1234567a', ' 1234567', '１２３４５６７８'],
  },
  'login id': {
    rule: isLoginId,
    good: ['abcd', 'a.b_c-D9', 'x'.repeat(30)],
    bad: ['', 'abc', 'x'.repeat(31), 'a bc', 'abc@d', '한국사람', 'abcé'],
  },
  'device code': {
    rule: isDeviceCode,
    good: ['a', 'METER_01-b', 'x'.repeat(32)],
    bad: ['', 'x'.repeat(33), 'a/b', 'a+', '#', 'a.b', 'a b'],
  },
  name: {
    rule: isName,
    good: ['A', '3층 회의실 (동쪽)', 'R&D #2, B-1', 'x'.repeat(60), '😀'.repeat(60), 'Aula 1.2'],
    bad: [
      '',
      '   ',
      'x'.repeat(61),
      '😀'.repeat(61),
      'a\tb',
      'a\u0000',
      'a\u0085b',
      'a\u2028b',
      'a\u202eb',
      'a\u2066b',
      'a\ud800',
      'x'.repeat(9999),
    ],
  },
  line: {
    rule: isLine,
    good: ['', '과열, "점검" <필요>', '👨‍👩‍👧', 'a\u00a0b', 'a\u200eb'],
    bad: [
      '\n',
      'a\r\nb',
      'a\tb',
      'a\u0000',
      'a\u007f',
      'a\u0080',
      'a\u009f',
      'a\u2029',
      'a\u202a',
      'a\u2069',
      '\udc00',
    ],
  },
  phone: {
    rule: isPhone,
    good: ['02-123-4567', '+82 (2) 123 4567', '1588-1234', '12345678', '1234-567', '12345678901234567890'],
    bad: ['', '1234567', '123456--', '123456789012345678901', '02.123.4567', '--------', '(((())))', 'phone 12345678'],
  },
  email: {
    rule: isEmail,
    good: [
      'a@b.co',
      'kim.min.ji9@naver.com',
      'A1@sub.example-site.org',
      'a@1.co',
      `${'a'.repeat(64)}@b.co`,
      `a@${'b'.repeat(63)}.co`,
      `a@b.${'c'.repeat(63)}`,
      `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(58)}.co`,
    ],
    bad: [
      '',
      'a',
      '@b.co',
      'b.co',
      'a@',
      'a@b',
      'a@b.c',
      'example.com',
      'a@b.c1',
      `a@${'b'.repeat(64)}.co`,
      `a@b.${'c'.repeat(64)}`,
      `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(59)}.co`,
      'a_b@c.co',
      'a+b@c.co',
      '.a@b.co',
      'a.@b.co',
      'a..b@c.co',
      'a@b@c.co',
      'a@-b.co',
      'a@b-.co',
      'a@b..co',
      'a b@c.co',
      '김@naver.com',
      `${'a'.repeat(65)}@b.co`,
      `a@${'b.'.repeat(130)}co`,
    ],
  },
  'time of day': {
    rule: isTimeOfDay,
    good: ['0000', '0959', '1959', '2359'],
    bad: ['', '2400', '1960', '2360', '9999', '959', '00000', '12:30'],
  },
  ip: {
    rule: isIpAddress,
    good: [
      '0.0.0.0',
      '192.168.0.10',
      '255.255.255.255',
      '::',
      '::1',
      '2001:db8::8a2e:370:7334',
      '2001:0DB8:0:0:0:0:0:1',
      '::ffff:192.168.0.1',
      '1:2:3:4:5:6:7::',
      '::2:3:4:5:6:7:8',
      '1:2:3:4:5:6:1.2.3.4',
      '0000:0000:0000:0000:0000:0000:255.255.255.255',
    ],
    bad: [
      '',
      '1.2.3',
      '1.2.3.4.5',
      '1.2.3.4.',
      '.1.2.3.4',
      '256.1.1.1',
      '01.2.3.4',
      '1.2.3.-4',
      '1.2.3.4/24',
      'localhost',
      ':',
      ':::',
      '1::2::3',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1:2:3:4::5:6:7:8',
      '12345::',
      'g::1',
      'fe80::1%eth0',
      ':1:2:3:4:5:6:7:8',
      '1:2:3:4:5:6:7:8:',
      '1.2.3.4::',
      '::1.2.3.4:1',
      '::1.2.3.456',
      '1:2:3:4:5:6:7:1.2.3.4',
      `${'1:'.repeat(50)}1`,
    ],
  },
};

describe.each(Object.entries(RULES))('%s', (_, { rule, good, bad }) => {
  it.each(good)('accepts %j', (value) => expect(rule(value)).toBe(true));
  it.each(bad)('rejects %j', (value) => expect(rule(value)).toBe(false));
  it.each(good)('is anchored at both ends of %j', (value) => {
    for (const around of [`${value}\n`, `\n${value}`, `${value}\r\n`, `x\n${value}`, `${value}\u0000`]) {
      expect(rule(around), JSON.stringify(around)).toBe(false);
    }
  });
});

it.each([...'<>"\';\\/%'])('rejects %s anywhere in a name', (character) => {
  for (const name of [character, `${character}a`, `a${character}b`, `a${character}`]) expect(isName(name)).toBe(false);
});

it('accepts every valid address', () => {
  fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (ip) => isIpAddress(ip)));
});

it('accepts exactly the minutes of a day', () => {
  const times = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0')).filter(isTimeOfDay);
  expect(times.length).toBe(24 * 60);
});

describe('password', () => {
  it.each([
    ['Abcdef1!', []],
    ['Abcdef1한!', []],
    ['Abcde1!', ['MIN_LENGTH']],
    ['abcdef1!', ['UPPERCASE']],
    ['ABCDEF1!', ['LOWERCASE']],
    ['Abcdefg!', ['DIGIT']],
    ['Abcdefg1', ['SPECIAL']],
    ['Abcdef1 ', ['SPECIAL']],
    ['Abcdef1한', ['SPECIAL']],
    ['Abcdef1+', []],
    ['Aa1!😀😀😀', ['MIN_LENGTH']],
    ['', ['MIN_LENGTH', 'UPPERCASE', 'LOWERCASE', 'DIGIT', 'SPECIAL']],
    ['12345678', ['UPPERCASE', 'LOWERCASE', 'SPECIAL']],
  ])('%j fails %j', (password, failed) => {
    expect(passwordIssues(password)).toEqual(failed);
  });

  it('keeps passing when characters are added', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (more) => passwordIssues(`Abcdef1!${more}`).length === 0));
  });
});

it('lists the rules of a password', () => {
  expect(PASSWORD_RULES).toEqual(['MIN_LENGTH', 'UPPERCASE', 'LOWERCASE', 'DIGIT', 'SPECIAL']);
});

describe('toLine', () => {
  it('replaces each character that a line cannot contain by a space', () => {
    expect(toLine('팬\r\n정지\u0000\u202e\ud800!')).toBe('팬  정지   !');
  });

  it('turns any text into a line of the same length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isLine(toLine(text))).toBe(true);
        expect(toLine(text)).toHaveLength(text.length);
      }),
    );
  });
});

describe('isLines', () => {
  it.each(['', '과열\n점검', '\n\n', 'a\n'])('accepts %j', (text) => {
    expect(isLines(text)).toBe(true);
  });

  it.each(['a\r\nb', 'a\rb', 'a\tb', 'a\u0000\n', 'a\u0085b', 'a\u2028b', 'a\u202eb\n'])('rejects %j', (text) => {
    expect(isLines(text)).toBe(false);
  });
});
