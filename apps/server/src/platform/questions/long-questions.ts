import { Failure } from '../http/failure.ts';
import { createTurns } from './turns.ts';
import { createWorkClock } from './work-clock.ts';
import { createWorkCosts, type WorkCosts } from './work-costs.ts';

/** A question that can take long, while it is being answered. */
export interface Question {
  /** Aborts when the client cancels: it closes its connection, or its stream of HTTP/2. */
  readonly cancel: AbortSignal;
  /**
   * States how many cells it reads, before it reads them; only the first call counts. Answers of one kind cost about the
   * same for each cell. @throws Failure TOO_MANY_REQUESTS if it will take long and too many such questions are open
   */
  expect(cells: number, kind?: string): void;
  /** Runs a read of the store; those of a long question wait for their turn. Do not nest. */
  read<T>(run: () => Promise<T>): Promise<T>;
}

export interface OpenQuestion extends Question {
  /** Runs a part of the work, of which the time is measured. */
  work<T>(run: () => Promise<T>): Promise<T>;
  /** The time that the answer takes from now on, as far as it can be known, ms. */
  expectedMs(): number;
  /** Calls `run` once it is known that it will take long. */
  onLong(run: () => void): void;
  /** The answer is complete: what it cost is noted. */
  finish(): void;
  /** The answer is complete, or its client has left. */
  end(): void;
}

export interface LongQuestions {
  /** `kind`: what it asks for. A file is long, and is admitted elsewhere (`export/exports.ts`). */
  open(asked: { person: number; kind: string; isFile?: boolean }): OpenQuestion;
}

/** A question that takes as long is a long one. */
export const LONG_MS = 1_000;
/** Reads of long questions at once: most connections of the pool are left for short ones. */
const MOST_READS = 3;
/** Long questions that are open at once. One person cannot take all places. */
const MOST_OPEN = { ofPerson: 6, inAll: 24 };

/**
 * Why reads of a question fail after its end: the answer has no reader. The code keeps it out of the log of failures. One
 * for all, because each question ends and a stack trace costs a tenth of a millisecond.
 */
const UNREAD = new Failure('ERR_BAD_REQUEST');

export interface LongQuestionsOptions {
  monotonic?: () => number;
  costs?: WorkCosts;
}

/**
 * The long questions of a process. A question is long if it is expected to take LONG_MS, or has taken as long. Its reads
 * then take turns with those of other long questions, while short ones read at once. A turn is one read rather than the
 * whole question, so others do not wait for a client that is slow to read its answer.
 */
export const createLongQuestions = ({
  monotonic = () => performance.now(),
  costs = createWorkCosts(),
}: LongQuestionsOptions = {}): LongQuestions => {
  const turns = createTurns(MOST_READS);
  /** The person of each open long question. */
  const long = new Map<OpenQuestion, number>();

  const admit = (person: number): void => {
    const ofPerson = [...long.values()].filter((each) => each === person).length;
    if (long.size >= MOST_OPEN.inAll || ofPerson >= MOST_OPEN.ofPerson) throw new Failure('TOO_MANY_REQUESTS');
  };

  return {
    open({ person, kind: path, isFile = false }) {
      const cancel = new AbortController();
      const clock = createWorkClock(monotonic);
      let expected: { cells: number; kind: string; ms: number } | null = null;
      let onLong = (): void => undefined;

      const becomeLong = (): void => {
        if (long.has(question) || cancel.signal.aborted) return;
        long.set(question, person);
        onLong();
      };
      /** The work as it was stated; without a statement, as that of any question of its kind. */
      const statedWork = () => {
        const kind = `${path} `;
        expected ??= { cells: 1, kind, ms: costs.estimate(kind, 1) };
        return expected;
      };
      const readInTurn = async <T>(run: () => Promise<T>): Promise<T> => {
        const begin = clock.wait();
        try {
          return await turns.take(person, cancel.signal, async () => {
            begin();
            const end = clock.read();
            return run().finally(end);
          });
        } finally {
          begin();
        }
      };

      const question: OpenQuestion = {
        cancel: cancel.signal,
        expect(cells, kind = '') {
          if (expected !== null || isFile) return;
          const whole = `${path} ${kind}`;
          const ms = costs.estimate(whole, cells);
          if (ms >= LONG_MS) admit(person);
          expected = { cells, kind: whole, ms };
          if (ms >= LONG_MS) becomeLong();
        },
        async read(run) {
          cancel.signal.throwIfAborted();
          if (isFile || clock.ms() >= LONG_MS) becomeLong();
          return long.has(question) ? readInTurn(run) : run();
        },
        work: clock.work,
        // Others that are open share the turns.
        expectedMs: () => Math.max(0, statedWork().ms - clock.ms()) * Math.max(1, long.size / MOST_READS),
        onLong(run) {
          onLong = run;
          if (long.has(question)) run();
        },
        finish() {
          const { kind, cells } = statedWork();
          if (!cancel.signal.aborted && !isFile) costs.note(kind, cells, clock.ms());
        },
        end() {
          long.delete(question);
          cancel.abort(UNREAD);
        },
      };
      return question;
    },
  };
};
