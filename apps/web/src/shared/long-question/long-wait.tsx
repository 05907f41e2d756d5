import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/format/duration.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './long-wait.module.css';
import type { Wait } from './use-long-query.ts';

/** A wait that is as long is explained. */
export const LONG_WAIT_MS = 1_000;
/** Above this many seconds an estimate is a multiple of five. */
const EXACT_S = 10;
/** An answer that takes so much longer than expected is late. */
const LATE = 1.5;

const roundedMs = (ms: number): number => {
  const seconds = Math.ceil(ms / 1_000);
  return 1_000 * (seconds <= EXACT_S ? seconds : Math.ceil(seconds / 5) * 5);
};

/** Whether a wait has lasted for `ms`; null: never. */
function useLasted({ key, isWaiting }: Wait, ms: number | null): boolean {
  const [lasted, setLasted] = useState<string | null>(null);
  useEffect(() => {
    if (!isWaiting || ms === null) return;
    const timer = setTimeout(() => setLasted(key), ms);
    return () => {
      clearTimeout(timer);
      setLasted(null);
    };
  }, [key, isWaiting, ms]);
  return isWaiting && lasted === key;
}

interface LongWaitProps {
  wait: Wait;
  /** A skeleton, or the previous content. */
  children: React.ReactNode;
}

/**
 * Content that can take long to load. After a second it says how long, and can be canceled; its place is above the content,
 * so that nothing moves.
 */
export function LongWait({ wait, children }: LongWaitProps) {
  const { t } = useTranslation();
  const { isCanceled, expectedMs, cancel, loadAgain } = wait;
  const isLong = useLasted(wait, LONG_WAIT_MS);
  const isLate = useLasted(wait, expectedMs === null ? null : Math.max(LONG_WAIT_MS, expectedMs * LATE));
  return (
    <div className={styles.content} data-canceled={isCanceled || undefined}>
      <div>{children}</div>
      <div className={styles.place} role="status">
        {isLong ? (
          <div className={styles.panel}>
            <WaitText expectedMs={expectedMs} isLate={isLate} />
            <Button size="small" onClick={cancel}>
              {t('button.cancel')}
            </Button>
            {expectedMs === null || expectedMs < LONG_WAIT_MS ? null : (
              <i className={styles.progress} style={{ animationDuration: `${expectedMs}ms` }} />
            )}
          </div>
        ) : isCanceled ? (
          <div className={styles.panel}>
            <Icon name="info" size={18} />
            <span>{t('common.wait.canceled')}</span>
            <Button size="small" onClick={loadAgain}>
              {t('common.wait.again')}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function WaitText({ expectedMs, isLate }: { expectedMs: number | null; isLate: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (isLate) return <span>{t('common.wait.late')}</span>;
  if (expectedMs === null || expectedMs < LONG_WAIT_MS) return <span>{t('common.wait.loading')}</span>;
  return <span>{t('common.wait.about', { time: formatDuration(roundedMs(expectedMs), language) })}</span>;
}
