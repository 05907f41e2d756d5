import type { Level } from '@airdeck/contract/history/query';
import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/format/read-day.ts';
import { useSensorName } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import type { DayRange } from './day-range.ts';
import type { HistoryKind } from './screen.ts';
import { ALL, type HistorySearch } from './search.ts';
import type { History } from './use-history.ts';

/** The subject of a request: the first name and how many more there are, or a place as a whole. */
type Subject =
  | { what: 'none' }
  | { what: 'some'; first: string; more: number }
  | { what: 'all'; place: string | undefined; meters: number };

interface Named {
  id: number;
  name: string;
}

function some(things: readonly Named[], ids: readonly number[]): Subject {
  const [first, ...more] = things.filter(({ id }) => ids.includes(id));
  return first === undefined ? { what: 'none' } : { what: 'some', first: first.name, more: more.length };
}

function whole([first, ...more]: readonly ChoiceMeter[], search: HistorySearch): Subject {
  if (first === undefined) return { what: 'none' };
  const { organization, office, department } = search;
  const alone = more.every(({ organization_id }) => organization_id === first.organization_id);
  const place = () => {
    if (department !== undefined) return first.department_name;
    if (office !== undefined) return first.office_name;
    return organization !== undefined || alone ? first.organization_name : undefined;
  };
  return { what: 'all', place: place(), meters: more.length + 1 };
}

/** `nameOf` names a sensor among those of its meter. */
export function subjectOf(
  kind: HistoryKind,
  covered: readonly ChoiceMeter[],
  search: HistorySearch,
  nameOf: (sensor: ChoiceMeter['sensors'][number], neighbours: ChoiceMeter['sensors']) => string,
): Subject {
  if (kind === 'sensor' && search.sensor !== undefined) {
    const named = covered.flatMap(({ name, sensors }) =>
      sensors.map((sensor) => ({ id: sensor.id, name: `${name} ${nameOf(sensor, sensors)}` })),
    );
    return some(named, search.sensor);
  }
  if (kind === 'purifier' && search.purifier !== undefined) {
    const named = covered.flatMap(({ name, purifiers }) =>
      purifiers.map((each) => ({ id: each.id, name: `${name} ${each.name}` })),
    );
    return some(named, search.purifier);
  }
  if (search.meter === ALL) return whole(covered, search);
  return some(covered, search.meter ?? []);
}

/** The places of a level that hold some meters, in their order. */
export function placesWith(level: Level, covered: readonly ChoiceMeter[]): Named[] {
  const names = new Map(covered.map((meter) => [meter[`${level}_id`], meter[`${level}_name`]]));
  return [...names].map(([id, name]) => ({ id, name }));
}

/** Short text of the subject; empty while nothing is selected. */
export function useSubjectText(history: Pick<History, 'kind' | 'covered' | 'search' | 'level'>): string {
  const { kind, covered, search, level } = history;
  const { t } = useTranslation();
  const nameOf = useSensorName();
  const places = level === undefined || search.meter === ALL ? [] : placesWith(level, covered);
  const subject =
    places.length === 0
      ? subjectOf(kind, covered, search, nameOf)
      : some(
          places,
          places.map(({ id }) => id),
        );
  if (subject.what === 'none') return '';
  if (subject.what === 'some') {
    return subject.more === 0 ? subject.first : t('history.place.and', { first: subject.first, count: subject.more });
  }
  return subject.place === undefined ? t('history.place.every') : t('history.place.all', { place: subject.place });
}

/** The days as text: one, or the first and the last. */
export function useDayRangeText({ from, to }: DayRange): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const text = (day: string) => formatDay(day, language);
  return from === to ? text(from) : t('history.period.between', { from: text(from), to: text(to) });
}

/** The step and, of averages of a level, the level. */
export function useStepText({
  kind,
  averages,
  step,
  level,
}: Pick<History, 'kind' | 'averages' | 'step' | 'level'>): string {
  const { t } = useTranslation();
  if (kind === 'purifier' && step === 'each') return t('history.step.changes');
  const words = [t(`history.step.${step}`), ...(averages ? [t('history.averages')] : [])];
  return [...(level === undefined ? [] : [t(`history.level.${level}`)]), words.join(' ')].join(t('common.separator'));
}

/** All of a request in one line: its subject, days and step. */
export function useRequestText(history: History): string {
  const { t } = useTranslation();
  const texts = [useSubjectText(history), useDayRangeText(history.range), useStepText(history)];
  return texts.join(t('common.separator'));
}

/** Names of the places above, topmost first, where all meters have them in common. */
export function pathTextOf([first, ...more]: readonly ChoiceMeter[]): string {
  if (first === undefined) return '';
  const levels = ['organization', 'office', 'department'] as const;
  const shared = levels.filter((level) => more.every((meter) => meter[`${level}_id`] === first[`${level}_id`]));
  return shared.map((level) => first[`${level}_name`]).join(' › ');
}
