/** Movement, px, after which it is decided whether a finger swipes or scrolls. */
const DECIDED_PX = 10;
/** A swipe is this much more horizontal than vertical. */
const SLOPE = 1.5;
/** Distance, px, after which letting go acts. */
export const ACTS_PX = 88;
/** A row follows no further. */
const MAX_PX = 132;

export type Swipe =
  /** A finger is down. */
  | { kind: 'begun'; x: number; y: number }
  /** The page scrolls: the row is left alone until the finger is lifted. */
  | { kind: 'scrolls' }
  /** The row follows the finger to the left. */
  | { kind: 'swipes'; x: number; moved: number };

/** The swipe after the finger has moved. */
export const moveSwipe = (swipe: Swipe, x: number, y: number): Swipe => {
  if (swipe.kind === 'scrolls') return swipe;
  if (swipe.kind === 'swipes') return { ...swipe, moved: Math.min(MAX_PX, Math.max(0, swipe.x - x)) };
  const [left, down] = [swipe.x - x, Math.abs(swipe.y - y)];
  if (Math.max(Math.abs(left), down) < DECIDED_PX) return swipe;
  if (left < down * SLOPE) return { kind: 'scrolls' };
  return moveSwipe({ kind: 'swipes', x: swipe.x, moved: 0 }, x, y);
};

export const movedBy = (swipe: Swipe | null): number => (swipe?.kind === 'swipes' ? swipe.moved : 0);
