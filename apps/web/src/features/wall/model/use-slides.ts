import { useCallback, useEffect, useState } from 'react';
import { slideAt } from './wall-state.ts';

export interface Slides {
  slide: number;
  isPaused: boolean;
  /** Some slides further, or back; the time of the new one begins. */
  move: (step: number) => void;
  toggle: () => void;
}

/** Position of the present slide; moves on after some seconds. */
export function useSlides(count: number, seconds: number): Slides {
  const [position, setPosition] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const slide = slideAt(position, 0, count);
  const move = useCallback((step: number) => setPosition((before) => slideAt(before, step, count)), [count]);
  const toggle = useCallback(() => setPaused((before) => !before), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide has its whole time, however it came to be shown
  useEffect(() => {
    if (isPaused || count < 2) return;
    const timer = setTimeout(() => move(1), seconds * 1000);
    return () => clearTimeout(timer);
  }, [slide, isPaused, count, seconds, move]);
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'ArrowRight') move(1);
      else if (key === 'ArrowLeft') move(-1);
      else if (key === ' ' && !(target instanceof HTMLButtonElement)) toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [move, toggle]);
  return { slide, isPaused, move, toggle };
}
