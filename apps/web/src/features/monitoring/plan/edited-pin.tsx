import type { Pin } from '@airdeck/contract/floor-plan/routes';
import { useTranslation } from 'react-i18next';
import styles from './plan.module.css';
import { placeStyle } from './plan-pin.tsx';
import { pinAfterKey, placeIn } from './plan-rules.ts';

interface EditedPinProps {
  pin: Pin;
  name: string;
  /** The element whose edges are those of the plan. */
  picture: React.RefObject<HTMLElement | null>;
  onMove: (x: number, y: number) => void;
  onRemove: () => void;
}

const REMOVE_KEYS = ['Delete', 'Backspace'];
const percent = (share: number): number => Math.round(share * 100);

/** A pin that is dragged, or moved by keys. Only its own element changes while it is dragged. */
export function EditedPin({ pin, name, picture, onMove, onRemove }: EditedPinProps) {
  const { t } = useTranslation();
  const follow = (event: React.PointerEvent<HTMLElement>) => {
    const box = picture.current?.getBoundingClientRect();
    return box && placeIn(box, event);
  };
  const onPointerMove = (event: React.PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const place = follow(event);
    const item = event.currentTarget.parentElement;
    if (place && item) Object.assign(item.style, placeStyle(place));
  };
  const onPointerUp = (event: React.PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    event.currentTarget.releasePointerCapture(event.pointerId);
    const place = follow(event);
    if (place) onMove(place.x, place.y);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const place = pinAfterKey(pin, event.key, event.shiftKey);
    if (place) onMove(place.x, place.y);
    else if (REMOVE_KEYS.includes(event.key)) onRemove();
    else return;
    event.preventDefault();
  };
  return (
    <li className={styles.pin} style={placeStyle(pin)}>
      <button
        type="button"
        className={styles.handle}
        data-meter={pin.meter_id}
        aria-label={t('plan.at', { name, x: percent(pin.x), y: percent(pin.y) })}
        aria-describedby="plan-keys"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onKeyDown={onKeyDown}
      />
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
      <button
        type="button"
        className={styles.remove}
        aria-label={t('plan.removePin', { name })}
        title={t('plan.removePin', { name })}
        onClick={onRemove}
      >
        ×
      </button>
    </li>
  );
}
