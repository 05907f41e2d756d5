import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { useRecording } from '../model/recent-choices.ts';
import { useDayRangeText, useSubjectText } from '../model/request-text.ts';
import type { History } from '../model/use-history.ts';
import styles from './conditions.module.css';
import { MoveButton } from './move-button.tsx';
import { SearchBar } from './search-bar.tsx';
import { StepBar, ViewBar } from './view-bar.tsx';

interface ConditionsProps {
  history: History;
  /** Reloads the shown data. */
  onSearch: () => void;
}

/**
 * The conditions of the request. One rule for all of them: a valid choice applies at once. Once
 * there is an answer they fold into one line, unless the user is choosing; Search ends that.
 */
export function Conditions({ history, onSearch }: ConditionsProps) {
  const { t } = useTranslation();
  const answered = history.request !== null;
  const [opened, setOpened] = useState(false);
  const open = opened || !answered;
  useRecording(history, !open);
  const region = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const setOpen = (next: boolean) => {
    moved.current = true;
    setOpened(next);
  };
  // The control that folded or unfolded is removed: its replacement gets the focus.
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    region.current?.querySelector<HTMLElement>(open ? 'input' : '[data-unfold]')?.focus();
  }, [open]);
  return (
    <div ref={region}>
      <Card>
        {open ? (
          <>
            <SearchBar
              history={history}
              onChoose={() => setOpened(true)}
              onSearch={() => {
                setOpen(false);
                onSearch();
              }}
            >
              <ViewBar history={history} />
            </SearchBar>
            {answered ? (
              <div className={styles.fold}>
                <Button
                  variant="text"
                  aria-expanded
                  onClick={() => setOpen(false)}
                  startIcon={<Icon name="chevronUp" size={18} />}
                >
                  {t('history.choose.fold')}
                </Button>
              </div>
            ) : null}
          </>
        ) : (
          <Folded history={history} onOpen={() => setOpen(true)} />
        )}
      </Card>
    </div>
  );
}

/** Place, days with buttons to move them, step, and a button that unfolds the rest. */
function Folded({ history, onOpen }: { history: History; onOpen: () => void }) {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE);
  const subject = useSubjectText(history);
  const period = useDayRangeText(history.range);
  const { level } = history;
  return (
    <div className={styles.folded}>
      {phone ? null : (
        <span className={styles.subject} title={subject}>
          <b>{subject}</b>
          {level === undefined ? null : ` ${t('common.separator')} ${t(`history.level.${level}`)}`}
        </span>
      )}
      <span className={styles.foldedDays}>
        <MoveButton history={history} by={-1} />
        <b>{period}</b>
        <MoveButton history={history} by={1} />
      </span>
      {phone ? null : <StepBar history={history} />}
      <Button
        variant="outlined"
        fullWidth={phone}
        data-unfold
        aria-expanded={false}
        onClick={onOpen}
        startIcon={<Icon name="sliders" size={18} />}
      >
        {t('history.choose.edit')}
      </Button>
    </div>
  );
}
