import type { SeverityCounts } from '@airdeck/contract/alarm/routes';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type CountedKind, sumOf, useAlarmCountsOf, worstOf } from '../../lib/alarm/counts.ts';
import { SeverityMark } from '../../ui/severity/severity.tsx';
import styles from './alarm-pill.module.css';

/** The live list's query key that restricts it to a place. */
export const PLACE_KEY: Readonly<Record<CountedKind, string>> = {
  organization: 'organizationId',
  office: 'officeId',
  department: 'departmentId',
  meter: 'meterId',
  sensor: 'sensorId',
};

interface AlarmPillProps {
  kind: CountedKind;
  id: number;
  name: string;
  /** In a dense list, where it is as high as its line. */
  flat?: boolean;
}

/**
 * How many alarms of a place need an action, by severity; in a dense list their sum, in the colour of the worst. It leads
 * to them; nothing where there are none.
 */
export function AlarmPill({ kind, id, name, flat = false }: AlarmPillProps) {
  const counts = useAlarmCountsOf(kind, id);
  if (counts === undefined) return null;
  return <Pill counts={counts} kind={kind} id={id} name={name} flat={flat} />;
}

function Pill({ counts, kind, id, name, flat = false }: AlarmPillProps & { counts: SeverityCounts }) {
  const { t } = useTranslation();
  const worst = worstOf(counts);
  if (worst === null) return null;
  const count = sumOf(counts);
  const label = t('alarm.badge.place', { name, count, severity: t(`admin.choice.severity.${worst}`) });
  return (
    <Link
      to="/current/error/liveerror"
      search={() => ({ startTime: 'any', [PLACE_KEY[kind]]: id })}
      className={styles.pill}
      data-severity={worst}
      data-flat={flat || undefined}
      aria-label={label}
      title={label}
    >
      {flat ? (
        <>
          <SeverityMark severity={worst} size={11} />
          {count}
        </>
      ) : (
        SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => (
          <span key={severity} data-severity={severity}>
            <SeverityMark severity={severity} size={12} />
            {counts[severity]}
          </span>
        ))
      )}
    </Link>
  );
}

interface WithAlarmPillProps extends AlarmPillProps {
  /** At the other end of the card's edge. */
  beside?: React.ReactNode;
  children: React.ReactNode;
}

/** A card with its pill upon the corner. */
export function WithAlarmPill({ beside, children, ...pill }: WithAlarmPillProps) {
  return (
    <div className={styles.corner}>
      {children}
      <div className={styles.edge}>
        {beside}
        <AlarmPill {...pill} />
      </div>
    </div>
  );
}
