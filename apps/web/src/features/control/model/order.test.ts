import type { CommandRecord, ControlTarget } from '@airdeck/contract/control/schema';
import type { CommandState } from '@airdeck/domain/control/command-state';
import { describe, expect, it, test } from 'vitest';
import { type Attempt, isWorthRetrying, reasonOf, resultsOf } from './order.ts';

const target = (id: number) => ({ id }) as ControlTarget;
const record = (id: number, state: CommandState, change: Partial<CommandRecord> = {}) =>
  ({ id, state, refusal: null, sent_time: null, accepted_time: null, ...change }) as CommandRecord;
const records = (...all: CommandRecord[]) => new Map(all.map((each) => [each.id, each]));

const attempt = (answers: Attempt['answers']): Attempt => ({
  order: { batchId: 'b', command: 'POWER', action: 'ON', targets: [1, 2, 3, 4].map(target) },
  answers,
});
const told = (purifier_id: number, command_id: number) => ({ purifier_id, command_id, obstacle: null });
const first = attempt([
  told(1, 11),
  told(2, 12),
  { purifier_id: 3, command_id: null, obstacle: 'METER_DISCONNECT' },
  { purifier_id: 4, command_id: null, obstacle: 'DEVICE_UNUSED' },
]);

const shown = (...args: Parameters<typeof resultsOf>) =>
  resultsOf(...args).map((each) => [each.target.id, each.outcome]);

describe('results', () => {
  it('stand in their order while something is under way', () => {
    expect(shown([first], records(record(11, 'CONFIRMED')))).toEqual([
      [1, 'CONFIRMED'],
      [2, 'OPEN'],
      [3, 'SKIPPED'],
      [4, 'SKIPPED'],
    ]);
  });

  it('stand worst first when all is over', () => {
    const over = records(record(11, 'CONFIRMED'), record(12, 'EXPIRED'));
    expect(shown([first], over).map(([id]) => id)).toEqual([2, 3, 4, 1]);
  });

  it('are of the newest attempt for each', () => {
    const again: Attempt = { ...first, answers: [told(2, 22), told(3, 23)] };
    const all = records(
      record(11, 'CONFIRMED'),
      record(12, 'EXPIRED'),
      record(22, 'CONFIRMED'),
      record(23, 'REJECTED'),
    );
    expect(shown([first, again], all)).toEqual([
      [3, 'FAILED'],
      [4, 'SKIPPED'],
      [1, 'CONFIRMED'],
      [2, 'CONFIRMED'],
    ]);
  });

  it('of one that is not there any more are skipped without an obstacle, and not tried again', () => {
    const [gone] = resultsOf([attempt([])], records());
    expect(gone).toMatchObject({ outcome: 'SKIPPED', obstacle: null });
    expect(gone && isWorthRetrying(gone)).toBe(false);
  });

  it('are tried again where that can help', () => {
    const over = resultsOf([first], records(record(11, 'CONFIRMED'), record(12, 'EXPIRED')));
    expect(over.filter(isWorthRetrying).map(({ target: { id } }) => id)).toEqual([2, 3]);
  });
});

test.each<[Partial<CommandRecord> & { state: CommandState }, string | null]>([
  [{ state: 'SENT' }, null],
  [{ state: 'CONFIRMED' }, null],
  [{ state: 'EXPIRED' }, 'NOT_DELIVERED'],
  [{ state: 'EXPIRED', sent_time: 'x' }, 'NO_ANSWER'],
  [{ state: 'EXPIRED', sent_time: 'x', accepted_time: 'x' }, 'NOT_DONE'],
  [{ state: 'REJECTED', refusal: 'LOCAL_CONTROL' }, 'LOCAL_CONTROL'],
  [{ state: 'REJECTED', refusal: null }, 'REFUSED'],
  [{ state: 'FAILED', refusal: 'METER_DISCONNECT' }, 'METER_DISCONNECT'],
])('the reason of %o is %s', (change, reason) => {
  expect(reasonOf(record(1, change.state, change))).toBe(reason);
});
