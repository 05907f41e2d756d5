import { createHmac } from 'node:crypto';
import { SERVER_ERRORS } from '@airdeck/contract/standard/built-in';
import { describe, expect, it } from 'vitest';
import { MailError } from '../../platform/mail.ts';
import { PostError } from '../../platform/post.ts';
import { webhookHeaders } from '../../platform/webhook.ts';
import type { MessageRule, ToldAlarm } from './delivery-queries.ts';
import {
  alarmMailOf,
  alarmPlace,
  describedIn,
  fill,
  type Message,
  shelvedText,
  testMailOf,
  webhookBody,
  withUnit,
} from './message.ts';
import { alarmPushOf, testPushOf } from './push-message.ts';
import { SendError, sendErrorOf } from './send-error.ts';

const NOW = Date.UTC(2026, 2, 2, 9, 0, 0, 999);
const RULE: MessageRule = {
  ...{ id: 1, name: '안전팀', url: null, secret: null, message_language: 'en', organization_name: 'Head office' },
  ...{ organization_code: '12345678', time_zone: 'Asia/Seoul' },
};
const NO_INSTRUCTION = { instruction: null, instruction_en: null, contact: null, phone: null };
const anAlarm = (changed: Partial<ToldAlarm> = {}): ToldAlarm => ({
  ...{ id: 7, code: 'A004', severity: 'MAJOR', category: 'SENSOR', description: '나쁨', description_en: 'Air bad' },
  ...{ detail: null, office_name: 'Main', department_name: 'First', meter_name: 'Room 1', sensor_name: 'CO2 1' },
  ...{ air_name: null, sensor_type: 'CO2', value: 1612.4, bound: 1500, occurred_time: new Date(NOW) },
  ...{ ended_time: null, unshelved_time: null, was_held: false, own: NO_INSTRUCTION },
  ...changed,
});
const messageOf = (alarms: readonly ToldAlarm[], changed: Partial<Message> = {}): Message => ({
  ...{ rule: RULE, alarms, language: 'en', isEscalation: false, publicUrl: 'https://air.example.com' },
  ...{ acknowledgeUrl: 'https://air.example.com/acknowledge?token=x' },
  ...changed,
});
const mailOf = (alarms: readonly ToldAlarm[], changed: Partial<Message> = {}) =>
  alarmMailOf('safety@example.com', messageOf(alarms, changed));
const pushOf = (alarms: readonly ToldAlarm[], changed: Partial<Message> = {}) =>
  alarmPushOf('message', messageOf(alarms, changed), NOW + 5);
const alarms = (count: number): ToldAlarm[] =>
  Array.from({ length: count }, (_, i) => anAlarm({ id: i, meter_name: `Room ${i}` }));

describe('the texts of an alarm', () => {
  it('fills placeholders once', () => {
    expect(fill('{{a}}-{{b}}-{{c}}', { a: '{{b}}', b: 0 })).toBe('{{b}}-0-');
  });

  it.each<[string, 'en' | 'ko', Partial<ToldAlarm>, string]>([
    ['in English', 'en', {}, 'Air bad'],
    ['in English without a translation', 'en', { description_en: null }, '나쁨'],
    ['in Korean', 'ko', {}, '나쁨'],
  ])('describes it %s', (_, language, changed, text) => {
    expect(describedIn(anAlarm(changed), language)).toBe(text);
  });

  it.each<[Partial<ToldAlarm>, string]>([
    [{}, 'Main › First › Room 1 › CO2 1'],
    [{ sensor_name: null, air_name: 'Purifier' }, 'Main › First › Room 1 › Purifier'],
    [{ air_name: 'Purifier' }, 'Main › First › Room 1 › CO2 1'],
    [{ office_name: null, department_name: null, sensor_name: null }, 'Room 1'],
  ])('names the place of %o: %s', (changed, place) => {
    expect(alarmPlace(anAlarm(changed))).toBe(place);
  });

  it.each([
    ['CO2', 1612.4, '1612 ppm'],
    ['TEMPERATURE', 21.257, '21.26 °C'],
    [null, 1.5, '1.5'],
    ['UNKNOWN', 1.5, '1.5'],
  ])('writes a value of %s, %f, as %s', (type, value, text) => {
    expect(withUnit(type, value)).toBe(text);
  });

  it('says until when it was shelved, or nothing', () => {
    expect(shelvedText(anAlarm(), 'en', 'Asia/Seoul')).toBe('');
    expect(shelvedText(anAlarm({ unshelved_time: new Date(NOW) }), 'en', 'Asia/Seoul')).toMatch(/Mar 2, 2026, 6:00/);
  });
});

describe('a mail', () => {
  it('of one alarm has its place in the subject', () => {
    const { to, subject, text } = mailOf([anAlarm()]);
    expect(to).toBe('safety@example.com');
    expect(subject).toContain('Major');
    expect(subject).toContain('Air bad');
    expect(subject).toContain('Room 1');
    for (const part of [
      ...['Head office', 'A004', '1612 ppm', '1500 ppm', 'Mar 2, 2026, 6:00', '안전팀'],
      ...['https://air.example.com/acknowledge?token=x', 'https://air.example.com/current/error/liveerror'],
    ]) {
      expect(text).toContain(part);
    }
  });

  it('of several counts them', () => {
    expect(mailOf(alarms(2)).subject).toContain('2');
    expect(mailOf(alarms(2)).subject).toContain('Head office');
    expect(mailOf(alarms(2)).subject).not.toContain('Room');
  });

  it.each([
    [1, 1, 0],
    [30, 30, 0],
    [31, 30, 1],
    [40, 30, 10],
  ])('of %i alarms describes %i and counts %i more', (count, described, more) => {
    const { text } = mailOf(alarms(count));
    expect(text.match(/A004/g)).toHaveLength(described);
    expect(/\b(\d+) more/.exec(text)?.[1]).toBe(more === 0 ? undefined : String(more));
  });

  it('of an escalation says that no one acknowledged it', () => {
    const plain = mailOf([anAlarm()]);
    const later = mailOf([anAlarm()], { isEscalation: true });
    expect(later.subject).toBe(`[Not acknowledged] ${plain.subject}`);
    expect(later.text).not.toBe(plain.text);
  });

  it.each<[string, Partial<ToldAlarm>]>([
    ['value', { value: null }],
    ['bound', { bound: null }],
  ])('without a %s tells none', (_, changed) => {
    expect(mailOf([anAlarm(changed)]).text).not.toMatch(/ppm|bound/);
  });

  it('tells that an alarm has ended, or was shelved', () => {
    const plain = mailOf([anAlarm()]).text;
    expect(mailOf([anAlarm({ ended_time: new Date(NOW) })]).text.length).toBeGreaterThan(plain.length);
    expect(plain).not.toContain('shelved');
    expect(mailOf([anAlarm({ unshelved_time: new Date(NOW) })]).text).toContain('\n  It was shelved until');
  });

  it('has a subject of one short line', () => {
    const { subject } = mailOf([anAlarm({ meter_name: `Room\r\nBcc: x@example.com${'x'.repeat(300)}` })]);
    expect(subject).toHaveLength(200);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(subject).toContain('Room Bcc');
  });

  it('of a test names the rule', () => {
    expect(testMailOf('a@example.com', 'Rule 1', 'en')).toMatchObject({ to: 'a@example.com' });
    expect(testMailOf('a@example.com', 'Rule 1', 'en').text).toContain('Rule 1');
  });
});

describe('a push', () => {
  it('of one alarm links to it', () => {
    const push = pushOf([anAlarm()]);
    expect(push).toMatchObject({
      ...{ title: 'Major · Air bad', tag: 'alarm-7', time: NOW, language: 'en' },
      path: '/current/error/liveerror?startTime=any&open=7',
    });
    expect(push.body.split('\n')).toHaveLength(3);
    expect(pushOf([anAlarm({ value: null })]).body.split('\n')).toHaveLength(2);
    expect(pushOf([anAlarm({ bound: null })]).body.split('\n')).toHaveLength(2);
    expect(pushOf([anAlarm({ unshelved_time: new Date(NOW) })]).body.split('\n')).toHaveLength(4);
  });

  it.each([
    [2, 2, undefined],
    [4, 4, undefined],
    [5, 3, '2'],
    [9, 3, '6'],
  ])('of %i alarms shows %i and counts %s more', (count, shown, more) => {
    const push = pushOf(alarms(count));
    expect(push).toMatchObject({
      tag: 'alarms-message',
      time: NOW + 5,
      path: '/current/error/liveerror?startTime=any',
    });
    expect(push.title).toContain(String(count));
    expect(push.body.match(/Room/g)).toHaveLength(shown);
    expect(/\b(\d+) more/.exec(push.body)?.[1]).toBe(more);
  });

  it('of an escalation says so first', () => {
    expect(pushOf([anAlarm()], { isEscalation: true }).title).toBe('[Not acknowledged] Major · Air bad');
  });

  it.each([
    [100, 100, /^x+$/],
    [101, 100, /^x+…$/],
  ])('cuts a line of %i characters to %i', (length, most, pattern) => {
    const place = { office_name: null, department_name: null, sensor_name: null, meter_name: 'x'.repeat(length) };
    const [line = ''] = pushOf([anAlarm(place)]).body.split('\n');
    expect(line).toHaveLength(most);
    expect(line).toMatch(pattern);
  });

  it('cuts the title at eighty characters, never within one, and without control characters', () => {
    const { title } = pushOf([anAlarm({ description_en: `a\u0007\n b${'🏫'.repeat(90)}` })]);
    expect([...title]).toHaveLength(80);
    expect(title).toMatch(/^Major · a b(🏫)+…$/u);
  });

  it('of a test names the rule', () => {
    const test = testPushOf('x'.repeat(101), 'en', NOW);
    expect(test).toMatchObject({
      tag: 'test',
      time: NOW,
      language: 'en',
      path: '/current/error/liveerror?startTime=any',
    });
    expect(test.body).toContain(`${'x'.repeat(99)}…`);
  });
});

describe('a webhook', () => {
  it('has the alarms with their times', () => {
    const alarm = anAlarm({ ended_time: new Date(NOW + 1), unshelved_time: new Date(NOW + 2) });
    const body = JSON.parse(webhookBody({ rule: RULE, alarms: [alarm, anAlarm({ id: 8 })] }, 'id-1', NOW));
    const { occurred_time: _, ended_time: __, unshelved_time: ___, own: ____, was_held: _____, ...same } = alarm;
    const iso = (ms: number) => new Date(NOW + ms).toISOString();
    expect(body).toEqual({
      ...{ id: 'id-1', type: 'alarms', time: iso(0), rule: '안전팀' },
      organization: { code: '12345678', name: 'Head office' },
      alarms: [
        { ...same, occured_time: iso(0), ended_time: iso(1), shelved_until: iso(2) },
        { ...same, id: 8, occured_time: iso(0), ended_time: null, shelved_until: null },
      ],
    });
    expect(JSON.parse(webhookBody({ rule: RULE, alarms: [] }, 'id-1', NOW, true)).type).toBe('test');
  });

  it('is signed with its time in whole seconds', () => {
    const timestamp = String((NOW - 999) / 1000);
    expect(webhookHeaders('secret', '{}', 'id-1', NOW)).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Airdeck',
      'x-airdeck-delivery': 'id-1',
      'x-airdeck-timestamp': timestamp,
      'x-airdeck-signature': `sha256=${createHmac('sha256', 'secret').update(`${timestamp}.{}`).digest('hex')}`,
    });
  });
});

describe('a failure of sending', () => {
  const seen = (error: unknown) => {
    const { message, isFinal, isTimeout } = sendErrorOf(error);
    return { message, isFinal, isTimeout };
  };
  it.each([
    [200, false],
    [299, false],
    [300, true],
    [302, true],
    [400, true],
    [404, true],
    [407, true],
    [408, false],
    [425, false],
    [429, false],
    [499, true],
    [500, false],
    [503, false],
  ])('with the status %i is final: %s', (status, isFinal) => {
    expect(seen(new PostError('REFUSED', status))).toMatchObject({ isFinal, isTimeout: false });
  });

  it('is final for a private address, and not for a timeout', () => {
    expect(seen(new PostError('PRIVATE_ADDRESS'))).toMatchObject({ isFinal: true, isTimeout: false });
    expect(seen(new PostError('TIMEOUT'))).toMatchObject({ isFinal: false, isTimeout: true });
    expect(seen(new PostError('UNREACHABLE'))).toMatchObject({ isFinal: false, isTimeout: false });
  });

  it('keeps what a mail server and a sender say', () => {
    expect(seen(new MailError('SMTP 550', true, false))).toEqual({
      message: 'SMTP 550',
      isFinal: true,
      isTimeout: false,
    });
    expect(seen(new MailError('TIMEOUT', false, true))).toEqual({
      message: 'TIMEOUT',
      isFinal: false,
      isTimeout: true,
    });
    const error = new SendError('NO_ADDRESS', true);
    expect(sendErrorOf(error)).toBe(error);
    expect([error.isTimeout, error.name]).toEqual([false, 'SendError']);
    const other = new TypeError('a bug');
    expect(() => sendErrorOf(other)).toThrow(other);
  });
});

describe('what to do', () => {
  it.each<[string, Partial<ToldAlarm['own']>, 'ko' | 'en', RegExp]>([
    ['the text of the product', {}, 'en', /What to do: Open windows/],
    ["the organization's own", { instruction: '환기팀을 부르세요' }, 'ko', /할 일: 환기팀을 부르세요/],
    ['its Korean text where it has no English one', { instruction: '환기팀' }, 'en', /What to do: 환기팀/],
    ['whom to call', { contact: 'Duty', phone: '02-123-4567' }, 'en', /Call: Duty 02-123-4567/],
  ])('is in the mail: %s', (_, own, language, expected) => {
    const { text } = mailOf([anAlarm({ own: { ...NO_INSTRUCTION, ...own } })], { language });
    expect(text).toMatch(expected);
  });

  it('follows what a person reported', () => {
    const { text } = mailOf([anAlarm({ code: 'R001', detail: '냄새가 나요' })], { language: 'ko' });
    expect(text).toMatch(/내용: 냄새가 나요\n(.|\n)*할 일: 현장을 확인/);
  });

  it.each(SERVER_ERRORS)('follows %s, an alarm of the installation', (code) => {
    expect(mailOf([anAlarm({ code })], { language: 'ko' }).text).toMatch(/할 일: .*주세요\./);
    expect(mailOf([anAlarm({ code })], { language: 'en' }).text).toMatch(/What to do: [A-Z].*\./);
  });

  it('is left out of a mail without a text for the code', () => {
    const { text } = mailOf([anAlarm({ code: 'X999' })]);
    expect(text).not.toMatch(/What to do|Call:/);
  });
});
