import { type AutoDryRun, DRY_RUN_DAYS } from '@airdeck/contract/control/auto-mode';
import { type AutoThresholds, isSameThresholds } from '@airdeck/domain/control/auto-mode';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { FAN_SPEEDS } from '@airdeck/domain/purifier-state';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../lib/format/duration.ts';
import { shownDigits } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { LineChart } from '../../../ui/chart/line/line-chart.tsx';
import { columnsOf } from '../../../ui/chart/model/chart-data.ts';
import { Icon } from '../../../ui/icon.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { dryRun } from '../model/queries.ts';
import { LEVEL_TONE, useTexts } from '../model/texts.ts';
import styles from './editor.module.css';

interface DryRunProps {
  id: number;
  /** The entered bounds; null while they are invalid. */
  thresholds: AutoThresholds | null;
}

/** Tests the entered bounds with past readings before they are saved. */
export function DryRun({ id, thresholds }: DryRunProps) {
  const { t } = useTranslation();
  const run = useMutation({ mutationFn: (given: AutoThresholds) => dryRun(id, given) });
  const isOld = thresholds === null || !isSameThresholds(thresholds, run.variables ?? {});
  return (
    <section className={styles.dryRun}>
      <Button
        variant="outlined"
        startIcon={<Icon name="history" size={18} />}
        disabled={thresholds === null}
        loading={run.isPending}
        onClick={() => thresholds && run.mutate(thresholds)}
      >
        {t('autoMode.dryRun.button')}
      </Button>
      <FailureAlert error={run.error} />
      {run.data && isOld ? <p className={styles.wrong}>{t('autoMode.dryRun.outdated')}</p> : null}
      {run.data ? <Result answer={run.data} isOld={isOld} /> : null}
    </section>
  );
}

/** Stretches of the strip below the course, from its beginning on. */
const stretchesOf = ({ from, to, changes }: AutoDryRun) => {
  const end = Date.parse(to);
  const first = changes[0] === undefined ? end : Date.parse(changes[0].time);
  const stretches = changes.map(({ time, level }, i) => {
    const start = Date.parse(time);
    const next = changes[i + 1];
    return { start, level, ms: (next === undefined ? end : Date.parse(next.time)) - start };
  });
  return [{ start: Date.parse(from), level: null, ms: Math.max(0, first - Date.parse(from)) }, ...stretches];
};

function Result({ answer, isOld }: { answer: AutoDryRun; isOld: boolean }) {
  const { t } = useTranslation();
  const texts = useTexts();
  const language = useLanguage();
  const { course, changes, minutes, from, to, time_zone } = answer;
  const series = useMemo(() => {
    if (course === null) return [];
    const columns = columnsOf(course.times, course.values, course.step_s * 2);
    return [{ name: texts.type(course.type), hue: 0, earlier: 0, stepMs: course.step_s * 1000, ...columns }];
  }, [course, texts.type]);
  if (course === null || changes.length === 0) return <p className={styles.quiet}>{t('autoMode.dryRun.none')}</p>;
  const lasted = FAN_SPEEDS.map((level) => ({
    level,
    name: t(`autoMode.level.${level}`),
    time: formatDuration(minutes[level] * MINUTE_MS, language),
  }));
  const isShort = Date.parse(to) - Date.parse(from) < (DRY_RUN_DAYS - 1) * DAY_MS;
  const parts = lasted.map(({ name, time }) => t('autoMode.dryRun.part', { level: name, time }));
  return (
    <div className={styles.result} data-old={isOld || undefined}>
      <h3>{t('autoMode.dryRun.title')}</h3>
      {isShort ? <p className={styles.quiet}>{t('autoMode.dryRun.short', { time: texts.time(from) })}</p> : null}
      <LineChart
        label={t('autoMode.dryRun.course', { type: texts.type(course.type) })}
        series={series}
        unit={SENSOR_TYPE_INFO[course.type].unit}
        digits={shownDigits(course.type)}
        from={Date.parse(from)}
        to={Date.parse(to)}
        timeZone={time_zone}
        height={180}
        table={false}
      />
      <div className={styles.strip} role="img" aria-label={t('autoMode.dryRun.strip', { parts: parts.join(', ') })}>
        {stretchesOf(answer).map(({ start, level, ms }) => (
          <i key={`${start} ${level}`} data-tone={level === null ? 0 : LEVEL_TONE[level]} style={{ flexGrow: ms }} />
        ))}
      </div>
      <ul className={styles.lasted}>
        {lasted.map(({ level, name, time }) => (
          <li key={level} data-tone={LEVEL_TONE[level]}>
            <i />
            {name} <b>{time}</b>
          </li>
        ))}
      </ul>
      <p>{t('autoMode.dryRun.changes', { count: changes.length - 1 })}</p>
    </div>
  );
}
