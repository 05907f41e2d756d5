import { MAX_SERIES } from '@airdeck/contract/history/bounds';
import type { Level, Measure } from '@airdeck/contract/history/query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { drawableOf, measureOf, measuresOf } from '../graph/drawable.ts';
import graphStyles from '../graph/graph.module.css';
import { MeasureBar } from '../graph/graph-view.tsx';
import { useNames } from '../graph/names.ts';
import { placesWith } from '../model/request-text.ts';
import { HEATS } from '../model/search.ts';
import type { History } from '../model/use-history.ts';
import styles from './week.module.css';

/** One measure of a meter, a sensor or a place, and the other ones that can be chosen. */
export interface ShownItem {
  kind: 'meter' | 'sensor' | Level;
  measure: Measure;
  id: number;
  measures: readonly Measure[];
  ids: readonly number[];
}

/** The item of a calendar or a week; null: there is none. */
export function useShownItem({ kind, level, covered, search }: History): ShownItem | null {
  const measures = useMemo(() => measuresOf(kind, covered, search), [kind, covered, search]);
  const measure = measureOf(measures, search);
  const ids = useMemo(
    () =>
      level === undefined ? drawableOf(kind, covered, search, measure) : placesWith(level, covered).map(({ id }) => id),
    [kind, level, covered, search, measure],
  );
  const id = search.series?.find((each) => ids.includes(each)) ?? ids[0];
  return id === undefined || kind === 'purifier' ? null : { kind: level ?? kind, measure, id, measures, ids };
}

interface ItemToolsProps {
  history: History;
  shown: ShownItem;
}

/** The choice of measure and item. */
export function ItemTools({
  history: { search, change },
  shown: { kind, measure, id, measures, ids },
}: ItemToolsProps) {
  const { t } = useTranslation();
  const nameOf = useNames(kind, ids);
  const options = useMemo(() => ids.map((each) => ({ id: each, label: nameOf(each) })), [ids, nameOf]);
  const show = (next: number | undefined) => {
    // The others stay chosen for the graph.
    const rest = (search.series ?? []).filter((each) => each !== next);
    if (next !== undefined) change({ series: [next, ...rest].slice(0, MAX_SERIES) });
  };
  return (
    <div className={graphStyles.graphTools}>
      {measures.length > 1 ? <MeasureBar measures={measures} measure={measure} change={change} /> : null}
      {measure === 'INDEX' ? null : (
        <SegmentedControl
          label={t('history.heat.label')}
          value={search.heat ?? 'mean'}
          options={HEATS.map((value) => ({ value, label: t(`history.heat.${value}`) }))}
          onChange={(heat) => change({ heat: heat === 'mean' ? undefined : heat })}
        />
      )}
      {ids.length > 1 ? (
        <div className={styles.item}>
          <SinglePicker label={t('history.week.what')} options={options} value={id} onChange={show} />
        </div>
      ) : null}
    </div>
  );
}
