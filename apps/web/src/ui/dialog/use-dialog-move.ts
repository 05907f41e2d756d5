import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DraggableData } from 'react-draggable';

/** How far an arrow key moves a dialog, and how much farther with Shift. */
const STEP_PX = 16;
const SHIFT_STEPS = 5;

interface Offset {
  x: number;
  y: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const IN_THE_MIDDLE: Offset = { x: 0, y: 0 };

/** A box that is larger than the window keeps its left and top edge inside, where its header is. */
const within = (wanted: number, least: number, most: number): number => Math.max(least, Math.min(wanted, most));

/** The offset closest to `wanted` at which a box stays inside the window; `home` is the box without any offset. */
export function keepInside(wanted: Offset, home: Box, size: { width: number; height: number }): Offset {
  return {
    x: within(wanted.x, -home.left, size.width - home.right),
    y: within(wanted.y, -home.top, size.height - home.bottom),
  };
}

/** Position of a dialog after an arrow key; null for other keys. */
function keyStep({ key, shiftKey }: KeyboardEvent): Offset | null {
  const step = STEP_PX * (shiftKey ? SHIFT_STEPS : 1);
  if (key === 'ArrowLeft') return { x: -step, y: 0 };
  if (key === 'ArrowRight') return { x: step, y: 0 };
  if (key === 'ArrowUp') return { x: 0, y: -step };
  return key === 'ArrowDown' ? { x: 0, y: step } : null;
}

export interface DialogMove {
  paper: React.RefObject<HTMLDivElement | null>;
  position: Offset;
  onDrag: (event: unknown, data: DraggableData) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  recentre: () => void;
}

/** Position of a dialog: centred until it is moved by mouse or keys, and always inside the window. */
export function useDialogMove(): DialogMove {
  const paper = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState(IN_THE_MIDDLE);
  /** Moves the dialog from its position to the result of `to`. */
  const move = useCallback((to: (now: Offset) => Offset) => {
    setPosition((now) => {
      const box = paper.current?.getBoundingClientRect();
      if (box === undefined) return now;
      const home = {
        ...{ left: box.left - now.x, right: box.right - now.x },
        ...{ top: box.top - now.y, bottom: box.bottom - now.y },
      };
      const next = keepInside(to(now), home, { width: window.innerWidth, height: window.innerHeight });
      return next.x === now.x && next.y === now.y ? now : next;
    });
  }, []);
  useEffect(() => {
    const stay = () => move((now) => now);
    window.addEventListener('resize', stay);
    // New messages make the dialog larger.
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(stay);
    if (paper.current !== null) observer?.observe(paper.current);
    return () => {
      window.removeEventListener('resize', stay);
      observer?.disconnect();
    };
  }, [move]);
  return useMemo(
    () => ({
      paper,
      position,
      onDrag: (_, { x, y }) => setPosition({ x, y }),
      recentre: () => setPosition(IN_THE_MIDDLE),
      onKeyDown: (event) => {
        const step = keyStep(event);
        if (step === null && event.key !== 'Home') return;
        event.preventDefault();
        move((now) => (step === null ? IN_THE_MIDDLE : { x: now.x + step.x, y: now.y + step.y }));
      },
    }),
    [position, move],
  );
}
