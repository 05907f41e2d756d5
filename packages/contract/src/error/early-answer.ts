import { type ErrorAnswer, errorAnswer } from './schema.ts';

/**
 * A client that sends `Prefer: early-answer` with a long question gets status 200 within 100 ms, before the outcome is
 * known, and how long the answer is expected to take. Without it, the status is that of the outcome.
 */
export const EARLY_ANSWER = 'early-answer';
/** Header of an early answer: its expected duration in milliseconds. */
export const EXPECTED_MS = 'airdeck-expected-ms';

/** JSON in one line contains no line break, so a failure cannot be taken for an answer, nor half an answer for a whole. */
const FAILED = '\nfailed ';

/** The end of an early answer that failed, after any part of it. */
export const lateFailureText = (failure: ErrorAnswer): string => `${FAILED}${JSON.stringify(failure)}`;

/** The failure of an early answer; null if it did not fail. */
export const lateFailureOf = (text: string): ErrorAnswer | null => {
  const at = text.lastIndexOf(FAILED);
  return at < 0 ? null : errorAnswer.parse(JSON.parse(text.slice(at + FAILED.length)));
};
