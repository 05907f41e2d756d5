import type { AlarmEvidence } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { SensorCard } from '@airdeck/contract/monitoring/schema';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeChip } from '../../../ui/grade/grade-mark.tsx';
import { PanelFacts } from '../../../ui/panel/side-panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { evidenceQuery, meterNowQuery } from '../model/queries.ts';
import { timeText } from '../model/texts.ts';

/** How the subject of an alarm is now: the value with its grade, when it was last heard, its local server. */
export function Now({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const { id, meter_id, sensor_id } = alarm;
  const { data: evidence, error, refetch } = useQuery(evidenceQuery(id));
  const { data: meter } = useQuery({ ...meterNowQuery(meter_id ?? 0), enabled: meter_id !== null });
  if (error !== null && evidence === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (evidence === undefined) return null;
  const sensor = meter?.sensors.find((each) => each.id === sensor_id);
  const isConnected = meter_id !== null || alarm.source === 'GATEWAY' || alarm.source === 'LOCAL_SERVER';
  if (!isConnected) return null;
  return (
    <section>
      <h3>{t('alarm.panel.now')}</h3>
      <PanelFacts>
        {sensor === undefined ? null : <Value sensor={sensor} />}
        <dt>{t('alarm.panel.heard')}</dt>
        <dd>
          <Heard time={latest(meter?.last_time ?? null, evidence.heard_time)} zone={meter?.time_zone} />
        </dd>
        {evidence.local_server === null ? null : <LocalServer {...evidence.local_server} />}
        {evidence.meters_behind === 0 ? null : (
          <>
            <dt>{t('alarm.panel.behind')}</dt>
            <dd>
              {t(alarm.ended_time === null ? 'alarm.panel.behindCount' : 'alarm.panel.behindConnected', {
                count: evidence.meters_behind,
              })}
            </dd>
          </>
        )}
      </PanelFacts>
    </section>
  );
}

/** The live value is newer than the stored one, unless the meter is not monitored. */
const latest = (live: string | null, stored: string | null): string | null => {
  if (live === null || stored === null) return live ?? stored;
  return live > stored ? live : stored;
};

function Value({ sensor: { type, value, rating, stale } }: { sensor: SensorCard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <dt>{t(stale ? 'alarm.panel.oldValue' : 'alarm.panel.value')}</dt>
      <dd>
        <span className="num">
          {formatReading(type, value, language)} {SENSOR_TYPE_INFO[type].unit}
        </span>{' '}
        <GradeChip rating={stale ? null : rating} />
      </dd>
    </>
  );
}

function Heard({ time, zone }: { time: string | null; zone: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (time === null) return t('alarm.panel.never');
  return (
    <>
      <RelativeTime time={time} timeZone={zone} /> <small className="num">({timeText(time, language)})</small>
    </>
  );
}

function LocalServer({ name, connected, connected_time, down_time }: NonNullable<AlarmEvidence['local_server']>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const since = connected ? connected_time : down_time;
  const key = connected ? 'connected' : 'disconnected';
  return (
    <>
      <dt>{t('alarm.panel.localServer')}</dt>
      <dd>
        {since === null
          ? t(`alarm.panel.${key}`, { name })
          : t(`alarm.panel.${key}Since`, { name, time: timeText(since, language) })}
      </dd>
    </>
  );
}
