import Button from '@mui/material/Button';
import { Trans, useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';
import { RelativeTime } from '../relative-time.tsx';
import styles from './state.module.css';

interface OldDataProps {
  /** Time at which the data was loaded, epoch ms. */
  since: number;
  onRetry: () => void;
}

/** A note that the server cannot be reached, and that the data is old. It is apart from the panels that Login loads. */
export function OldData({ since, onRetry }: OldDataProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.old} role="alert" data-tone="4">
      <Icon name="offline" />
      <span>
        <Trans i18nKey="common.old" components={{ ago: <RelativeTime time={since} /> }} />
      </span>
      <Button size="small" color="inherit" onClick={onRetry} startIcon={<Icon name="refresh" size={16} />}>
        {t('button.retry')}
      </Button>
    </div>
  );
}
