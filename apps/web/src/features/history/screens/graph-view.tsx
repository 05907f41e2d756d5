import { MAX_SERIES } from '@airdeck/contract/history/bounds';
import type { Measure } from '@airdeck/contract/history/query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { Card } from '../../../ui/card/card.tsx';
import { MultiPicker } from '../../../ui/pick/multi-picker.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { type Asked, unitOf } from '../api/asked.ts';
import { historyKey } from '../api/keys.ts';
import { MinutesGraph } from '../graph/minutes-graph.tsx';
import { SeriesGraph } from '../graph/series-graph.tsx';
import { useNames } from '../graph/use-names.ts';
import { isOpen } from '../period/range.ts';
import { drawableOf, measureOf, measuresOf } from './drawable.ts';
import styles from './screens.module.css';
import type { History } from './use-history.ts';
import { WeekChecks } from './week-checks.tsx';

/** So many stand side by side in a legend; more are picked by name. */
const IN_LEGEND = 8;
/** A period that is not over is drawn anew. */
const RENEW_MS = 60_000;

interface GraphViewProps {
  history: History;
  asked: Asked;
}

function useRenewal(open: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(() => {
      for (const name of ['series', 'minutes']) void client.invalidateQueries({ queryKey: historyKey(name) });
    }, RENEW_MS);
    return () => clearInterval(timer);
  }, [client, open]);
}

/** The question as a graph: up to three meters or sensors of one measure, or the states of purifiers. */
export function GraphView({ history, asked }: GraphViewProps) {
  const { kind, covered, search, change, today } = history;
  useRenewal(isOpen(asked.range, today));
  const measures = useMemo(() => measuresOf(kind, covered, search), [kind, covered, search]);
  const measure = measureOf(measures, search);
  const ids = useMemo(() => drawableOf(kind, covered, search, measure), [kind, covered, search, measure]);
  const many = ids.length > IN_LEGEND;
  const shown = useMemo(() => shownOf(ids, search.series), [ids, search.series]);
  const graph = {
    ids: many ? shown : ids,
    shown,
    onShown: (series: number[]) => change({ series }),
    startTime: asked.range.from,
    endTime: asked.range.to,
  };
  return (
    <Card>
      <div className={styles.graphTools}>
        {kind !== 'purifier' && measures.length > 1 ? (
          <MeasureBar measures={measures} measure={measure} change={change} />
        ) : null}
        {kind === 'purifier' ? null : <WeekChecks history={history} />}
        {many ? <SeriesPicker history={history} ids={ids} shown={shown} /> : null}
      </div>
      {kind === 'purifier' ? (
        <MinutesGraph {...graph} unit={unitOf(asked.step)} />
      ) : (
        <SeriesGraph {...graph} kind={kind} measure={measure} step={asked.step} weeksAgo={search.weeks ?? NO_WEEKS} />
      )}
    </Card>
  );
}

const NO_WEEKS: readonly number[] = [];

function shownOf(ids: readonly number[], series: readonly number[] | undefined): number[] {
  const known = ids.filter((id) => series?.includes(id));
  return known.length === 0 ? ids.slice(0, MAX_SERIES) : known;
}

interface MeasureBarProps {
  measures: readonly Measure[];
  measure: Measure;
  change: History['change'];
}

function MeasureBar({ measures, measure, change }: MeasureBarProps) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      label={t('history.graph.measure')}
      value={measure}
      options={measures.map((value) => ({
        value,
        label: value === 'INDEX' ? t('monitoring.indexShort') : t(sensorNameKey(value)),
      }))}
      // Sensors of another type are other sensors.
      onChange={(next) => change({ measure: next, series: undefined })}
    />
  );
}

/** Three of very many: a fourth is not taken, and the field says why. */
function SeriesPicker({ history, ids, shown }: { history: History; ids: readonly number[]; shown: readonly number[] }) {
  const { t } = useTranslation();
  const nameOf = useNames(history.kind, ids);
  const options = useMemo(() => ids.map((id) => ({ id, label: nameOf(id) })), [ids, nameOf]);
  return (
    <div className={styles.series}>
      <MultiPicker
        label={t('history.graph.series')}
        options={options}
        value={shown}
        onChange={(series) => {
          if (series.length > 0 && series.length <= MAX_SERIES) history.change({ series });
        }}
        hint={shown.length >= MAX_SERIES ? t('history.graph.most', { count: MAX_SERIES }) : undefined}
      />
    </div>
  );
}
