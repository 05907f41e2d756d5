import { MEASURES, type Measure } from '@airdeck/contract/history/query';
import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import type { HistoryKind } from '../model/screen.ts';
import type { HistorySearch } from '../model/search.ts';
import { typesOf } from '../model/selection.ts';

type Sensor = ChoiceMeter['sensors'][number];

/** Sensors of a request: the selected ones, else those of the types. */
function sensorsOf(covered: readonly ChoiceMeter[], { sensor, type }: HistorySearch): Sensor[] {
  return covered
    .flatMap(({ sensors }) => sensors)
    .filter((each) => (sensor === undefined ? (type?.includes(each.type) ?? true) : sensor.includes(each.id)));
}

/** Measures that a graph can show: the index, for meters only, and the types of the sensors. */
export function measuresOf(kind: HistoryKind, covered: readonly ChoiceMeter[], search: HistorySearch): Measure[] {
  if (kind === 'meter') {
    const types: readonly Measure[] = typesOf(covered);
    return MEASURES.filter((measure) => measure === 'INDEX' || types.includes(measure)).sort(indexFirst);
  }
  const types = new Set(sensorsOf(covered, search).map(({ type }) => type));
  return MEASURES.filter((measure) => measure !== 'INDEX' && types.has(measure));
}

const indexFirst = (a: Measure, b: Measure): number => Number(b === 'INDEX') - Number(a === 'INDEX');

/** The measure of the address if it can be shown, else the first. */
export const measureOf = (measures: readonly Measure[], { measure }: HistorySearch): Measure =>
  measures.find((each) => each === measure) ?? measures[0] ?? 'INDEX';

/** Ids of everything of one measure that a graph can draw. */
export function drawableOf(
  kind: HistoryKind,
  covered: readonly ChoiceMeter[],
  search: HistorySearch,
  measure: Measure,
): number[] {
  switch (kind) {
    case 'meter':
      return covered
        .filter(({ sensors }) => measure === 'INDEX' || sensors.some(({ type }) => type === measure))
        .map(({ id }) => id);
    case 'sensor':
      return sensorsOf(covered, search)
        .filter(({ type }) => type === measure)
        .map(({ id }) => id);
    case 'purifier':
      return covered
        .flatMap(({ purifiers }) => purifiers)
        .filter(({ id }) => search.purifier?.includes(id) ?? true)
        .map(({ id }) => id);
  }
}
