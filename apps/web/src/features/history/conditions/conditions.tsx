import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { useDayRangeText } from '../model/request-text.ts';
import type { History } from '../model/use-history.ts';
import styles from './conditions.module.css';
import { MoveButton } from './move-button.tsx';
import { SearchBar } from './search-bar.tsx';
import { ViewBar } from './view-bar.tsx';

interface ConditionsProps {
  history: History;
}

/** The conditions of the request. On phones they fold after a search, so that the answer is visible. */
export function Conditions({ history }: ConditionsProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE);
  const searched = history.request !== null;
  const [open, setOpen] = useState(!searched);
  if (phone && searched && !open) return <Folded history={history} onOpen={() => setOpen(true)} />;
  return (
    <Card>
      <SearchBar history={history} onSearch={() => setOpen(false)} />
      <ViewBar history={history} />
      {phone && searched ? (
        <div className={styles.fold}>
          <Button variant="outlined" onClick={() => setOpen(false)} startIcon={<Icon name="chevronUp" size={18} />}>
            {t('history.choose.fold')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

/** The days, buttons to move them, and a button that unfolds the rest. */
function Folded({ history, onOpen }: ConditionsProps & { onOpen: () => void }) {
  const { t } = useTranslation();
  const period = useDayRangeText(history.range);
  return (
    <Card>
      <div className={styles.folded}>
        <MoveButton history={history} by={-1} />
        <b>{period}</b>
        <MoveButton history={history} by={1} />
        <Button variant="outlined" fullWidth onClick={onOpen} startIcon={<Icon name="sliders" size={18} />}>
          {t('history.choose.edit')}
        </Button>
      </div>
    </Card>
  );
}
