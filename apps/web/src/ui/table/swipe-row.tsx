import { type PointerEvent, useRef, useState } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import { ACTS_PX, movedBy, moveSwipe, type Swipe } from './swipe.ts';
import styles from './table-lines.module.css';

export interface RowSwipe {
  /** The action, as on its button: those who do not swipe need one. */
  label: string;
  icon: IconName;
  onSwipe: () => void;
}

/** A browser sends the click of a press at most so long after it. */
const CLICK_MS = 50;

interface SwipeRowProps {
  /** undefined where nothing can be done. */
  swipe: RowSwipe | undefined;
  children: React.ReactNode;
}

/** A row that a finger swipes to the left to act on it. A mouse and vertical movements leave it alone. */
export function SwipeRow({ swipe: action, children }: SwipeRowProps) {
  const [swipe, setSwipe] = useState<Swipe | null>(null);
  /** Whether the press that ends now was a swipe, and no click. */
  const swiped = useRef(false);
  const moved = movedBy(swipe);
  if (action === undefined) return <div className={styles.row}>{children}</div>;
  const end = () => {
    if (moved >= ACTS_PX) action.onSwipe();
    setSwipe(null);
    // A click by keyboard has no press before it.
    setTimeout(() => {
      swiped.current = false;
    }, CLICK_MS);
  };
  const down = ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
    swiped.current = false;
    if (pointerType !== 'mouse' && isPrimary) setSwipe({ kind: 'begun', x, y });
  };
  const move = ({ clientX, clientY, currentTarget, pointerId }: PointerEvent) => {
    if (swipe === null) return;
    const next = moveSwipe(swipe, clientX, clientY);
    if (next === swipe) return;
    if (next.kind === 'swipes' && swipe.kind === 'begun') {
      swiped.current = true;
      currentTarget.setPointerCapture?.(pointerId);
    }
    setSwipe(next);
  };
  return (
    <div
      className={styles.swipe}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setSwipe(null)}
      onClickCapture={(event) => {
        if (!swiped.current) return;
        swiped.current = false;
        event.stopPropagation();
        event.preventDefault();
      }}
    >
      {moved === 0 ? null : (
        <div className={styles.action} data-acts={moved >= ACTS_PX || undefined} aria-hidden="true">
          <Icon name={action.icon} size={20} />
          {action.label}
        </div>
      )}
      <div
        className={styles.row}
        data-moving={moved > 0 || undefined}
        style={moved === 0 ? undefined : { transform: `translateX(${-moved}px)` }}
      >
        {children}
      </div>
    </div>
  );
}
