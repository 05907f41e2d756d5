import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useRecording } from '../model/recent-choices.ts';
import { useRequestText } from '../model/request-text.ts';
import type { History } from '../model/use-history.ts';
import { ConditionBar, type Part } from './condition-bar.tsx';
import styles from './conditions.module.css';
import { SearchBar } from './search-bar.tsx';
import { ViewBar } from './view-bar.tsx';

interface ConditionsProps {
  history: History;
  /** Reloads the shown data. */
  onSearch: () => void;
}

/** The field that gets the focus with each part of the panel. */
const FIELD: Record<Part, string> = {
  all: 'input',
  place: 'input',
  period: '[data-part=period] input:checked',
  level: '[data-part=level] input:checked',
  type: '[data-part=type] input',
};

/**
 * The conditions of the request. One rule for all of them: a valid choice applies at once. Once there is an answer they
 * fold into one bar, whose parts open the panel, unless the user is choosing; Search ends that.
 */
export function Conditions({ history, onSearch }: ConditionsProps) {
  const { t } = useTranslation();
  const answered = history.request !== null;
  const requestText = useRequestText(history);
  const [opened, setOpened] = useState<Part | null>(null);
  const open = opened !== null || !answered;
  useRecording(history, !open);
  const region = useRef<HTMLDivElement>(null);
  const focus = useRef<string>(null);
  const unfold = (part: Part) => {
    focus.current = FIELD[part];
    setOpened(part);
  };
  const fold = () => {
    focus.current = `[data-opens=${opened ?? 'all'}]`;
    setOpened(null);
  };
  // The control that folded or unfolded is removed: its replacement gets the focus.
  useEffect(() => {
    if (focus.current === null) return;
    const wanted = region.current?.querySelector<HTMLElement>(focus.current);
    (wanted ?? region.current?.querySelector<HTMLElement>(open ? 'input' : '[data-opens]'))?.focus();
    focus.current = null;
  }, [open]);
  return (
    <div ref={region}>
      {open ? (
        <Card>
          <SearchBar
            history={history}
            onChoose={() => setOpened((part) => part ?? 'all')}
            onSearch={() => {
              fold();
              onSearch();
            }}
          >
            <ViewBar history={history} />
          </SearchBar>
          {answered ? (
            <div className={styles.fold}>
              <p>
                {t('history.choose.shown')} <b>{requestText}</b>
              </p>
              <Button variant="text" aria-expanded onClick={fold} startIcon={<Icon name="chevronUp" size={18} />}>
                {t('history.choose.fold')}
              </Button>
            </div>
          ) : null}
        </Card>
      ) : (
        <ConditionBar history={history} onOpen={unfold} />
      )}
    </div>
  );
}
