import { METER_TYPES } from '@airdeck/contract/device/schema';
import type { MeterSensors } from '@airdeck/contract/monitoring/schema';
import { useTranslation } from 'react-i18next';
import { formatIndex } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { AlarmPill } from '../../../shared/alarm-pill/alarm-pill.tsx';
import { ReportButton } from '../../../shared/report/report-button.tsx';
import { GradeChip } from '../../../ui/grade/grade-mark.tsx';
import { PageHeader } from '../../../ui/page/page.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { GradeSince } from '../shared/grade-since.tsx';
import { InMaintenance } from '../shared/in-maintenance.tsx';
import { PastLink } from '../shared/links.tsx';
import { SharePage } from '../shared/share-page.tsx';
import styles from './meter-header.module.css';

/** A meter's name and kind, the time of its last report, and its index. */
export function MeterHeader({ meter }: { meter: MeterSensors }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { stale, index, grade, since, code, sensors, last_time, time_zone } = meter;
  const type = METER_TYPES.find((each) => each === meter.type) ?? 'UNKNOWN';
  const facts = [t(`monitoring.meterType.${type}`), code, t('monitoring.sensors', { count: sensors.length })];
  const name = meter.path.at(-1)?.name ?? code;
  return (
    <PageHeader
      title={name}
      beside={
        <>
          <SharePage title={name} />
          <ReportButton place={{ kind: 'meter', id: meter.id, name }} />
        </>
      }
      subtitle={
        <>
          {facts.join(t('common.separator'))}
          <span className={styles.separator}>{t('common.separator')}</span>
          <span className={styles.last} data-stale={(last_time !== null && stale) || undefined}>
            {last_time === null ? (
              t('monitoring.never')
            ) : (
              <>
                {t('monitoring.lastSeen')} <RelativeTime time={last_time} timeZone={time_zone} />
              </>
            )}
          </span>
        </>
      }
      actions={
        <div className={styles.air}>
          <InMaintenance maintenance={meter.maintenance} />
          <AlarmPill kind="meter" id={meter.id} name={name} />
          <PastLink to="/current/current/instrument" search={{ meter: meter.id }} />
          <GradeChip rating={stale ? null : grade} reports={!stale} />
          {since === null ? null : (
            <span className={styles.since}>
              <GradeSince since={since} />
            </span>
          )}
          <span className={styles.index} title={t('monitoring.index')}>
            <span className="sr">{t('monitoring.index')}</span>
            {formatIndex(stale ? null : index, language)}
          </span>
        </div>
      }
    />
  );
}
