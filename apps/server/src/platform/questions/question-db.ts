import type { ReadDb } from '../db/standby-reads.ts';
import type { Question } from './long-questions.ts';

/** The database for a question: its statements and transactions wait for their turn, and end when it is cancelled. */
export const questionDb = (db: ReadDb, { cancel, read }: Question): ReadDb => ({
  query: (statement) => read(() => db.query(statement, cancel)),
  read: (begin, run) => read(() => db.read(begin, run, cancel)),
});
