import { useEffect, useState } from 'react';

/**
 * The newest value, updated at most every `restMs`, for values that are expensive to draw. A change of `question` is
 * applied at once.
 */
export function useThrottled<Value>(value: Value, restMs: number, question: string): Value {
  const [taken, setTaken] = useState({ value, question, at: 0 });
  const isAnother = taken.question !== question;
  if (isAnother) setTaken({ value, question, at: 0 });
  useEffect(() => {
    if (taken.value === value) return;
    const rest = Math.max(0, taken.at + restMs - performance.now());
    const timer = setTimeout(() => setTaken({ value, question, at: performance.now() }), rest);
    return () => clearTimeout(timer);
  }, [taken, value, question, restMs]);
  return isAnother ? value : taken.value;
}
