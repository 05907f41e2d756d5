import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { neighbouringRange } from '../model/day-range.ts';
import type { History } from '../model/use-history.ts';
import styles from './conditions.module.css';

interface MoveButtonProps {
  history: History;
  by: -1 | 1;
  /** Whether its label is visible. */
  words?: boolean;
}

/** Moves to the range before or after, of the same length; never into the future. */
export function MoveButton({ history: { search, change, today }, by, words = false }: MoveButtonProps) {
  const { t } = useTranslation();
  const next = neighbouringRange(search, by, today);
  const label = by === -1 ? t('history.period.back') : t('history.period.forth');
  return (
    <Tooltip title={next === null && by === 1 ? t('history.period.last') : label}>
      <span className={styles.moveBox}>
        <button
          type="button"
          className={styles.move}
          data-by={by}
          data-words={words || undefined}
          aria-label={label}
          disabled={next === null}
          onClick={() => next !== null && change(next)}
        >
          <Icon name={by === -1 ? 'chevronLeft' : 'chevronRight'} />
          {words ? <span>{label}</span> : null}
        </button>
      </span>
    </Tooltip>
  );
}
