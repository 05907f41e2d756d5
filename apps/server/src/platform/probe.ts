export interface ProbeOptions<T> {
  ask(): Promise<T>;
  /** The longest time that a caller waits, in ms. */
  patienceMs: number;
  /** How long an answer or a failure is cached for all callers, in ms. */
  keepMs: number;
  /** Monotonic milliseconds. */
  monotonic(): number;
}

interface Question<T> {
  answer: Promise<T>;
  askedAt: number;
  /** Infinity while it is unanswered. */
  answeredAt: number;
}

const within = async <T>(answer: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Queries a service that may hang. One query is in progress at a time, for any number of callers: a hanging service is
 * not queried again before it has answered, and no caller waits longer than `patienceMs`.
 */
export const createProbe = <T>({ ask, patienceMs, keepMs, monotonic }: ProbeOptions<T>): (() => Promise<T>) => {
  let last: Question<T> | null = null;

  const begin = (): Question<T> => {
    const question: Question<T> = { answer: ask(), askedAt: monotonic(), answeredAt: Number.POSITIVE_INFINITY };
    const answered = (): void => {
      question.answeredAt = monotonic();
    };
    question.answer.then(answered, answered);
    return question;
  };

  return async () => {
    if (last === null || monotonic() - last.answeredAt >= keepMs) last = begin();
    return within(last.answer, Math.max(0, last.askedAt + patienceMs - monotonic()));
  };
};
