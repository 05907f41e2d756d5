import { STEPS } from '@airdeck/contract/history/query';
import { BUCKET_UNITS } from '@airdeck/domain/bucket';
import { useTranslation } from 'react-i18next';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { ChipChecks } from '../../../ui/chip-checks.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { typesOf } from '../model/selection.ts';
import type { History } from '../model/use-history.ts';
import styles from './conditions.module.css';
import { PeriodBar } from './period-bar.tsx';

interface BarProps {
  history: History;
}

const some = <T,>(list: T[]): T[] | undefined => (list.length === 0 ? undefined : list);

/** Whether rows and lines can be means of places. */
export const hasLevels = ({ averages, kind }: History): boolean => averages && kind === 'meter';

/** Whether the list can be narrowed to some types. */
export const hasTypes = ({ kind, view, search, covered }: History): boolean =>
  kind === 'sensor' && view === 'list' && search.sensor === undefined && typesOf(covered).length > 1;

/** Days, step, level and types. Changes apply at once. */
export function ViewBar({ history }: BarProps) {
  return (
    <div className={styles.tools}>
      <PeriodBar history={history} />
      <StepBar history={history} />
      {hasLevels(history) ? <LevelBar history={history} /> : null}
      {hasTypes(history) ? <TypeChecks history={history} /> : null}
    </div>
  );
}

/** The step: hour, day, month or year; for measured values also every reading. A week is of hours, a calendar of days. */
export function StepBar({ history: { averages, kind, view, step, change } }: BarProps) {
  const { t } = useTranslation();
  if (view === 'week' || view === 'calendar') return null;
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

const ROWS = ['meter', 'department', 'office', 'organization'] as const;

/** Level of a row or line: the mean of a meter, or of all meters of a place. */
function LevelBar({ history: { level, change } }: BarProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.step} data-part="level">
      <SegmentedControl
        label={t('history.level.label')}
        value={level ?? 'meter'}
        options={ROWS.map((value) => ({ value, label: t(`history.level.${value}`) }))}
        onChange={(next) => change({ level: next === 'meter' ? undefined : next, series: undefined, sort: undefined })}
      />
      {level === undefined ? null : <p className={styles.hint}>{t('history.level.hint')}</p>}
    </div>
  );
}

function TypeChecks({ history: { covered, search, change } }: BarProps) {
  const { t } = useTranslation();
  return (
    <div data-part="type">
      <ChipChecks
        label={t('history.type')}
        options={typesOf(covered).map((type) => ({ value: type, label: t(sensorNameKey(type)) }))}
        value={search.type ?? []}
        onChange={(type) => change({ type: some(type) })}
      />
    </div>
  );
}
