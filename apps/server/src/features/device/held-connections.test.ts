import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConnectionsEvent } from '../../feed/entry.ts';
import { answerTo, createHeldConnections, type Publication } from './held-connections.ts';

test.each([
  ['its entry is not in the feed yet', { ageMs: 5, isPublished: false }, { ageMs: 10 }, 'KEEP'],
  ['its entry is not in the feed yet, however old it is', { ageMs: 50_000, isPublished: false }, { ageMs: 1 }, 'KEEP'],
  ['the other one is newer', { ageMs: 50_000, isPublished: true }, { ageMs: 20 }, 'CLOSE'],
  [
    'the other one was already older when it was published',
    { ageMs: 5, isPublished: true },
    { ageMs: 6 },
    'PUBLISH_AGAIN',
  ],
] as const)('a connection whose client is connected elsewhere, when %s', (_, own, other, answer) => {
  expect(answerTo(own, other)).toBe(answer);
});

const PROCESSES = [0, 1, 2] as const;
const step = fc.record({
  process: fc.constantFrom(...PROCESSES),
  what: fc.constantFrom(
    'connect' as const,
    'publish' as const,
    'committed' as const,
    'failed' as const,
    'read' as const,
    'reload' as const,
  ),
  /** How much later than the step before, ms. */
  after: fc.constantFrom(0, 0, 0, 1, 30, 1_000),
});

/** Processes with brokers on one feed: a list that each reads at its own pace, with a clock of its own. */
const openProcesses = () => {
  const feed: ConnectionsEvent[] = [];
  const closed = new Set<number>();
  let connections = 0;
  let now = 0;
  const processes = PROCESSES.map((index) => {
    const held = createHeldConnections(`p${index}`);
    const own: number[] = [];
    let publication: Publication | null = null;
    let position = 0;
    const time = () => now + index * 600_000;
    return {
      open: () => own.filter((each) => !closed.has(each)),
      connect() {
        const connection = ++connections;
        // A broker has one connection of a name.
        for (const each of own) closed.add(each);
        own.push(connection);
        const named = {
          name: 'org:device/client',
          replace() {
            closed.add(connection);
            held.gone(named);
          },
        };
        held.connected(named, time());
      },
      publish() {
        publication ??= held.publish(Number.POSITIVE_INFINITY, time());
      },
      /** The entries are in the feed. When the process does not learn it, it publishes them again. */
      end(isKnown: boolean) {
        if (publication === null) return;
        const { entries, done } = publication;
        publication = null;
        if (entries.length > 0) feed.push({ from: `p${index}`, connections: entries });
        if (isKnown) done();
      },
      read() {
        const event = feed[position];
        if (event === undefined) return false;
        position += 1;
        held.apply(event, time());
        return true;
      },
      /** Its position is lost: it misses what it has not read. */
      reload() {
        position = feed.length;
        held.publishAll();
      },
      isIdle: () => !held.hasUnpublished() && publication === null && position === feed.length,
    };
  });
  return {
    processes,
    wait: (ms: number) => {
      now += ms;
    },
    last: () => connections,
    /** Until nothing happens any more; returns the open connections. */
    settle(): number[] {
      for (let round = 0; !processes.every((each) => each.isIdle()); round++) {
        expect(round).toBeLessThan(50);
        for (const each of processes) {
          each.publish();
          each.end(true);
          while (each.read());
        }
      }
      return processes.flatMap((each) => each.open());
    },
  };
};

test('one connection of a client is left in any order of connecting, publishing and reading', () => {
  const property = fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
    const { processes, wait, settle, last } = openProcesses();
    for (const { process, what, after } of steps) {
      wait(after);
      const each = processes[process];
      if (what === 'committed' || what === 'failed') each?.end(what === 'committed');
      else each?.[what]();
    }
    wait(1);
    expect(settle()).toHaveLength(last() === 0 ? 0 : 1);
  });
  fc.assert(property, { numRuns: 3_000 });
});

test('the newest connection is left when entries are read at once, however late they are published', () => {
  const property = fc.property(
    fc.array(
      fc.record({
        process: fc.constantFrom(...PROCESSES),
        publish: fc.boolean(),
        after: fc.integer({ min: 1, max: 9 }),
      }),
      {
        minLength: 1,
        maxLength: 40,
      },
    ),
    (steps) => {
      const { processes, wait, settle, last } = openProcesses();
      for (const { process, publish, after } of steps) {
        wait(after);
        const each = processes[process];
        if (publish) {
          each?.publish();
          each?.end(true);
        } else each?.connect();
        for (const reader of processes) while (reader.read());
      }
      wait(1);
      expect(settle()).toEqual(last() === 0 ? [] : [last()]);
    },
  );
  fc.assert(property, { numRuns: 3_000 });
});
