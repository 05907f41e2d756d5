export interface ProbeOptions<T> {
  ask(): Promise<T>;
  /** How long, in ms, who asks waits at most. */
  patienceMs: number;
  /** How long, in ms, an answer or a failure serves everybody who asks. */
  keepMs: number;
  /** Milliseconds that never jump. */
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
 * Asks somebody who may not answer. One question is under way at a time, however many want to know: a service that
 * hangs is not asked again before it has answered, and nobody waits longer than `patienceMs`.
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
