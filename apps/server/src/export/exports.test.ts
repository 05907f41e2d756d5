import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Exports } from './exports.ts';

const ID = '0b6d3c0a-3f9b-4a57-9c2f-0d5d3a8f2f11';

const setUp = () => {
  const clock = { now: () => 0 };
  const exports = new Exports({ now: () => clock.now() });
  const admit = (
    userId: number,
    exportId?: string,
    { sessionId = `session of ${userId}`, organizationId = userId } = {},
  ) => exports.admit({ sessionId, userId, organizationId }, exportId);
  const at = (ms: number) => {
    clock.now = () => ms;
  };
  return { exports, admit, at };
};

test('how far it is, while it runs and for a minute after', () => {
  const { exports, admit, at } = setUp();
  const running = admit(1, ID);
  running.begin(1_000);
  running.count(400);
  expect(exports.progress(1, ID)).toEqual({ rows: 400, total: 1_000, done: false });
  running.count(500);
  running.end(true);
  expect(exports.progress(1, ID)).toEqual({ rows: 900, total: 900, done: true });
  at(59_999);
  expect(exports.progress(1, ID).done).toBe(true);
  at(60_000);
  expect(() => exports.progress(1, ID)).toThrow('RESOURCE_NOT_FOUND');
});

test('more rows than there were at the beginning', () => {
  const { exports, admit } = setUp();
  const running = admit(1, ID);
  running.begin(10);
  running.count(11);
  expect(exports.progress(1, ID)).toEqual({ rows: 11, total: 11, done: false });
});

test('a user does not see the export of another one, and both may choose the same id', () => {
  const { exports, admit } = setUp();
  admit(1, ID).begin(5);
  expect(() => exports.progress(2, ID)).toThrow('RESOURCE_NOT_FOUND');
  admit(2, ID).begin(7);
  expect(exports.progress(1, ID).total).toBe(5);
  expect(exports.progress(2, ID.toUpperCase()).total).toBe(7);
});

test('one that breaks off is forgotten at once', () => {
  const { exports, admit } = setUp();
  const running = admit(1, ID);
  running.end(false);
  expect(() => exports.progress(1, ID)).toThrow('RESOURCE_NOT_FOUND');
  expect(() => admit(1, ID)).not.toThrow();
});

test('an id is used by one export at a time; the end of an earlier one does not touch the later', () => {
  const { exports, admit, at } = setUp();
  const first = admit(1, ID);
  expect(() => admit(1, ID)).toThrow('INVALID_PARAMETER');
  first.end(true);
  at(30_000);
  admit(1, ID).begin(3);
  at(70_000);
  expect(exports.progress(1, ID)).toEqual({ rows: 0, total: 3, done: false });
});

describe('turns', () => {
  test('two of a user, in any session', () => {
    const { admit } = setUp();
    const first = admit(1);
    admit(1, undefined, { sessionId: 'another session' });
    expect(() => admit(1)).toThrow('TOO_MANY_REQUESTS');
    expect(() => admit(1, undefined, { sessionId: 'a third session' })).toThrow('TOO_MANY_REQUESTS');
    expect(() => admit(2)).not.toThrow();
    first.end(false);
    // Only once, however often it is called.
    first.end(true);
    expect(() => admit(1)).not.toThrow();
    expect(() => admit(1)).toThrow('TOO_MANY_REQUESTS');
  });

  test('four of an organization', () => {
    const { admit } = setUp();
    const [first] = [1, 2, 3, 4].map((userId) => admit(userId, undefined, { organizationId: 7 }));
    expect(() => admit(5, undefined, { organizationId: 7 })).toThrow('TOO_MANY_REQUESTS');
    expect(() => admit(5, undefined, { organizationId: 8 })).not.toThrow();
    first?.end(true);
    expect(() => admit(6, undefined, { organizationId: 7 })).not.toThrow();
  });

  test('eight in all', () => {
    const { admit } = setUp();
    const running = Array.from({ length: 8 }, (_, i) => admit(i));
    expect(() => admit(9, ID)).toThrow('TOO_MANY_REQUESTS');
    running[3]?.end(true);
    expect(() => admit(9, ID)).not.toThrow();
  });
});

test('the end of a session breaks off its exports only', () => {
  const { exports, admit } = setUp();
  const stopped: string[] = [];
  admit(1, undefined, { sessionId: 'a' }).onSessionEnd(() => stopped.push('first'));
  admit(1, undefined, { sessionId: 'b' }).onSessionEnd(() => stopped.push('second'));
  const over = admit(2, undefined, { sessionId: 'a' });
  over.onSessionEnd(() => stopped.push('third'));
  over.end(true);
  exports.endSession('a');
  expect(stopped).toEqual(['first']);
});

test('those that ended do not pile up', () => {
  const { exports, admit } = setUp();
  const ids = Array.from({ length: 300 }, () => randomUUID());
  for (const id of ids) admit(1, id).end(true);
  const known = ids.filter((id) => {
    try {
      return exports.progress(1, id).done;
    } catch {
      return false;
    }
  });
  expect(known).toEqual(ids.slice(-200));
});
