import type { Severity } from '@airdeck/contract/standard/schema';
import { useTranslation } from 'react-i18next';
import styles from './severity.module.css';

const BANG = (
  <path d="M8 4.6v4.1M8 11v.5" stroke="var(--hole, var(--on-color))" strokeWidth="1.7" strokeLinecap="round" />
);

/** Five shapes, so that severities are distinguished without colours. */
const MARK: Readonly<Record<Severity, React.ReactNode>> = {
  CRITICAL: (
    <>
      <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5Z" fill="currentColor" />
      {BANG}
    </>
  ),
  MAJOR: (
    <>
      <path d="M8 1.2 15.4 14.6H.6Z" fill="currentColor" />
      <path d="M8 6.2v3.6M8 12v.3" stroke="var(--hole, var(--on-color))" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  MINOR: <path d="M8 1 15 8l-7 7-7-7Z" fill="currentColor" />,
  WARNING: <path d="M8 2.6 14 13.4H2Z" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />,
  INFO: (
    <>
      <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" strokeWidth="1.8" />
      <path d="M8 7.4v3.6M8 4.9v.2" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
};

/** `data-severity` on an element defines its colours as --severity, --severity-soft and --severity-ink. */
export function SeverityMark({ severity, size = 15 }: { severity: Severity; size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 16 16" style={{ flex: 'none' }}>
      {MARK[severity]}
    </svg>
  );
}

/** A severity as colour, shape and word. */
export function SeverityChip({ severity }: { severity: Severity }) {
  const { t } = useTranslation();
  return (
    <span className={styles.chip} data-severity={severity}>
      <SeverityMark severity={severity} />
      {t(`admin.choice.severity.${severity}`)}
    </span>
  );
}
