import { MAX_SERIES } from '@airdeck/contract/history/bounds';
import type { Measure } from '@airdeck/contract/history/query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queriesOf } from '../../../lib/api/query-keys.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { Card } from '../../../ui/card/card.tsx';
import { ChipChecks } from '../../../ui/chip-checks.tsx';
import { MultiPicker } from '../../../ui/pick/picker.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { EmptyRows } from '../list/empty-rows.tsx';
import { reachesToday } from '../model/day-range.ts';
import { type HistoryRequest, unitOf } from '../model/history-request.ts';
import { placesWith } from '../model/request-text.ts';
import type { History } from '../model/use-history.ts';
import { drawableOf, measureOf, measuresOf } from './drawable.ts';
import styles from './graph.module.css';
import { MinutesGraph } from './minutes-graph.tsx';
import { useNames } from './names.ts';
import { SeriesGraph } from './series-graph.tsx';
import { refusalOf, shownOf } from './shown-series.ts';

/** More than this many are picked by name instead of in a legend. */
const MAX_IN_LEGEND = 8;
/** How often a range that is not over is loaded again. */
const RENEW_MS = 60_000;

interface GraphViewProps {
  history: History;
  request: HistoryRequest;
}

function useRenewal(open: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(() => {
      for (const name of ['series', 'minutes']) void client.invalidateQueries(queriesOf('history', name));
    }, RENEW_MS);
    return () => clearInterval(timer);
  }, [client, open]);
}

/** The request as a graph: up to three meters or sensors of one measure, or the states of purifiers. */
export function GraphView({ history, request }: GraphViewProps) {
  const { kind, level, covered, search, change, today } = history;
  useRenewal(reachesToday(request.range, today));
  const measures = useMemo(() => measuresOf(kind, covered, search), [kind, covered, search]);
  const measure = measureOf(measures, search);
  const ids = useMemo(
    () =>
      level === undefined ? drawableOf(kind, covered, search, measure) : placesWith(level, covered).map(({ id }) => id),
    [kind, level, covered, search, measure],
  );
  const many = ids.length > MAX_IN_LEGEND;
  const shown = useMemo(() => shownOf(ids, search.series), [ids, search.series]);
  const [toolsIn, setToolsIn] = useState<HTMLElement | null>(null);
  const graph = {
    ids: many ? shown : ids,
    shown,
    onShown: (series: number[]) => change({ series }),
    range: request.range,
    nothing: <EmptyRows history={history} request={request} />,
    ...(many ? { picker: <SeriesPicker history={history} ids={ids} shown={shown} /> } : {}),
  };
  if (kind === 'purifier') {
    return (
      <Card>
        <MinutesGraph {...graph} unit={unitOf(request.step)} />
      </Card>
    );
  }
  return (
    <Card>
      <div className={styles.graphTools}>
        {measures.length > 1 ? <MeasureBar measures={measures} measure={measure} change={change} /> : null}
        <WeekChecks history={history} />
        <div ref={setToolsIn} className={styles.chartTools} />
      </div>
      <SeriesGraph
        {...graph}
        kind={level ?? kind}
        measure={measure}
        step={request.step}
        weeksAgo={search.weeks ?? NO_WEEKS}
        toolsIn={toolsIn}
      />
    </Card>
  );
}

const NO_WEEKS: readonly number[] = [];

interface MeasureBarProps {
  measures: readonly Measure[];
  measure: Measure;
  change: History['change'];
}

/** The measures of a graph, one of which is drawn. */
export function MeasureBar({ measures, measure, change }: MeasureBarProps) {
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

/** Selects at most three of many. The others cannot be picked meanwhile, and the list says why. */
function SeriesPicker({ history, ids, shown }: { history: History; ids: readonly number[]; shown: readonly number[] }) {
  const { t } = useTranslation();
  const nameOf = useNames(history.level ?? history.kind, ids);
  const options = useMemo(() => ids.map((id) => ({ id, label: nameOf(id) })), [ids, nameOf]);
  const refusal = shown.length >= MAX_SERIES ? 'most' : shown.length === 1 ? 'least' : null;
  return (
    <div className={styles.series}>
      <MultiPicker
        label={t('history.graph.series')}
        options={options}
        value={shown}
        onChange={(series) => {
          if (series.length > 0 && series.length <= MAX_SERIES) history.change({ series });
        }}
        limit={{
          isRefused: (id) => refusalOf(shown, id) !== null,
          reason: refusal === null ? '' : t(`chart.${refusal}`, { most: MAX_SERIES }),
        }}
        summary={t('history.graph.shown', { shown: shown.length, total: ids.length })}
      />
    </div>
  );
}

/** Selects earlier weeks to compare with. Weeks do not divide months and years, and cannot be compared with them. */
function WeekChecks({ history: { step, search, change } }: { history: History }) {
  const { t } = useTranslation();
  const apart = step === 'month' || step === 'year';
  return (
    <ChipChecks
      label={t('history.weeks.label')}
      options={[1, 2, 3].map((weeks) => ({ value: weeks, label: t('history.weeks.ago', { weeks }) }))}
      value={apart ? [] : (search.weeks ?? [])}
      onChange={(weeks) => change({ weeks: weeks.length === 0 ? undefined : weeks.sort() })}
      disabled={apart ? t('field.NOT_WITH_STEP') : undefined}
    />
  );
}
