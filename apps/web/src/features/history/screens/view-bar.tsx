import { STEPS } from '@airdeck/contract/history/query';
import { BUCKET_UNITS } from '@airdeck/domain/bucket';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { ChipChecks } from '../../../ui/chip-checks.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { VIEWS } from '../address/search.ts';
import { PeriodBar } from '../period/period-bar.tsx';
import styles from './screens.module.css';
import type { History } from './use-history.ts';

interface BarProps {
  history: History;
}

const some = <T,>(list: T[]): T[] | undefined => (list.length === 0 ? undefined : list);

/** When, how closely, and in which form. It applies at once. */
export function ViewBar({ history }: BarProps) {
  const { t } = useTranslation();
  const { kind, view, search, change } = history;
  return (
    <div className={styles.tools}>
      <PeriodBar history={history} />
      <StepBar history={history} />
      {view === 'graph' && kind !== 'purifier' ? <WeekChecks history={history} /> : null}
      {kind === 'sensor' && view === 'list' && search.sensor === undefined ? <TypeChecks history={history} /> : null}
      <div className={styles.view}>
        <SegmentedControl
          label={t('history.view.label')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`history.view.${value}`) }))}
          onChange={(next) => change({ view: next })}
        />
      </div>
    </div>
  );
}

/** Hourly, daily, monthly, yearly; where readings are listed, also every one of them. */
function StepBar({ history: { averages, kind, view, step, change } }: BarProps) {
  const { t } = useTranslation();
  const buckets = averages || (kind === 'purifier' && view === 'graph');
  const name = (value: (typeof STEPS)[number]) =>
    kind === 'purifier' && value === 'each' ? t('history.step.changes') : t(`history.step.${value}`);
  const last = !averages && kind !== 'purifier' && view === 'list' && step !== 'each';
  return (
    <div className={styles.step}>
      <SegmentedControl
        label={t('history.step.label')}
        value={step}
        options={(buckets ? BUCKET_UNITS : STEPS).map((value) => ({ value, label: name(value) }))}
        onChange={(next) => change({ step: next })}
      />
      {last ? <p className={styles.hint}>{t(`history.step.last.${step}`)}</p> : null}
    </div>
  );
}

/** Weeks do not divide months and years, and so they cannot be laid over them. */
function WeekChecks({ history: { step, search, change } }: BarProps) {
  const { t } = useTranslation();
  const apart = step === 'month' || step === 'year';
  return (
    <ChipChecks
      label={t('history.weeks.label')}
      options={[1, 2, 3].map((weeks) => ({ value: weeks, label: t('history.weeks.ago', { weeks }) }))}
      value={apart ? [] : (search.weeks ?? [])}
      onChange={(weeks) => change({ weeks: some(weeks.sort()) })}
      disabled={apart ? t('field.NOT_WITH_STEP') : undefined}
    />
  );
}

function TypeChecks({ history: { covered, search, change } }: BarProps) {
  const { t } = useTranslation();
  const there = new Set(covered.flatMap(({ sensors }) => sensors.map(({ type }) => type)));
  const types = SENSOR_TYPES.filter((type) => there.has(type));
  if (types.length < 2) return null;
  return (
    <ChipChecks
      label={t('history.type')}
      options={types.map((type) => ({ value: type, label: t(sensorNameKey(type)) }))}
      value={search.type ?? []}
      onChange={(type) => change({ type: some(type) })}
    />
  );
}
