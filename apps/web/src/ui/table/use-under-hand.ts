import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** After its last touch a list is likely to be touched again. */
const TOUCH_MS = 4_000;

export interface HandEvents {
  onPointerEnter(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerLeave(event: PointerEvent): void;
  onTouchStart(): void;
  onTouchMove(): void;
  onTouchEnd(): void;
  onFocus(event: FocusEvent): void;
  onBlur(event: FocusEvent): void;
}

const isInRow = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.closest('tbody tr, li') !== null;
/** Keyboard users see the focus; after a click it is invisible. */
const isSeen = (target: Element): boolean => target.matches(':focus-visible');

type Hand = 'mouse' | 'touch' | 'focus';

/** Whether a mouse rests over an element, a finger has just touched it, or the keyboard's focus is in one of its rows. */
export function useUnderHand(onLeave: () => void): { isOver: boolean; events: HandEvents } {
  const [hands, setHands] = useState<ReadonlySet<Hand>>(new Set());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const come = (hand: Hand) => setHands((before) => (before.has(hand) ? before : new Set([...before, hand])));
  const go = (hand: Hand) => {
    setHands((before) => (before.has(hand) ? new Set([...before].filter((each) => each !== hand)) : before));
    onLeave();
  };
  const touch = () => {
    come('touch');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => go('touch'), TOUCH_MS);
  };
  const point = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') come('mouse');
  };
  return {
    isOver: hands.size > 0,
    events: {
      onPointerEnter: point,
      onPointerMove: point,
      onPointerLeave: ({ pointerType }) => {
        if (pointerType === 'mouse') go('mouse');
      },
      onTouchStart: touch,
      onTouchMove: touch,
      onTouchEnd: touch,
      onFocus: ({ target }) => {
        if (isInRow(target) && isSeen(target)) come('focus');
        else if (hands.has('focus')) go('focus');
      },
      onBlur: ({ relatedTarget }) => {
        if (hands.has('focus') && !isInRow(relatedTarget)) go('focus');
      },
    },
  };
}
