import { MAX_SERIES, MAX_WEEK_DAYS } from '@airdeck/contract/history/bounds';
import type { Level, Measure } from '@airdeck/contract/history/query';
import type { SeriesAnswer } from '@airdeck/contract/history/schema';
import { dayCount } from '@airdeck/domain/range';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Card } from '../../../ui/card/card.tsx';
import { MarkKey } from '../../../ui/chart/chart-legend.tsx';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { COLORS } from '../../../ui/theme/tokens.ts';
import { seriesQuery } from '../api/series.ts';
import { drawableOf, measureOf, measuresOf } from '../graph/drawable.ts';
import graphStyles from '../graph/graph.module.css';
import { GraphFrame } from '../graph/graph-frame.tsx';
import { MeasureBar } from '../graph/graph-view.tsx';
import { useNames, usePlaces } from '../graph/names.ts';
import type { HistoryRequest } from '../model/history-request.ts';
import { placesWith } from '../model/request-text.ts';
import type { History } from '../model/use-history.ts';
import weekStyles from '../week/week.module.css';
import styles from './calendar.module.css';
import { type CalendarDay, CalendarGrid } from './calendar-grid.tsx';
import { type CalendarModel, calendarModel, calendarValue } from './calendar-model.ts';

const HEIGHT = 320;
const NO_WEEKS: readonly number[] = [];

type CalendarKind = 'meter' | 'sensor' | Level;

interface CalendarViewProps {
  history: History;
  request: HistoryRequest;
}

/** One measure of a meter, a sensor or a place by day. */
export function CalendarView({ history, request: { range } }: CalendarViewProps) {
  const { t } = useTranslation();
  const { kind, level, covered, search, change } = history;
  const measures = useMemo(() => measuresOf(kind, covered, search), [kind, covered, search]);
  const measure = measureOf(measures, search);
  const ids = useMemo(
    () =>
      level === undefined ? drawableOf(kind, covered, search, measure) : placesWith(level, covered).map(({ id }) => id),
    [kind, level, covered, search, measure],
  );
  const id = search.series?.find((each) => ids.includes(each)) ?? ids[0];
  if (id === undefined || kind === 'purifier') return null;
  const show = (next: number | undefined) => {
    // The others stay chosen for the graph.
    const rest = (search.series ?? []).filter((each) => each !== next);
    if (next !== undefined) change({ series: [next, ...rest].slice(0, MAX_SERIES) });
  };
  const drawn = level ?? kind;
  return (
    <Card>
      <div className={graphStyles.graphTools}>
        {measures.length > 1 ? <MeasureBar measures={measures} measure={measure} change={change} /> : null}
        {ids.length > 1 ? <ItemPicker kind={drawn} ids={ids} id={id} onChange={show} /> : null}
      </div>
      {dayCount(range) > MAX_WEEK_DAYS ? (
        <EmptyState
          icon="calendar"
          title={t('history.calendar.tooLong', { days: MAX_WEEK_DAYS })}
          text={t('history.calendar.tooLongText')}
        />
      ) : (
        <CalendarOf history={history} kind={drawn} measure={measure} id={id} />
      )}
    </Card>
  );
}

interface ItemPickerProps {
  kind: CalendarKind;
  ids: readonly number[];
  id: number;
  onChange: (id: number | undefined) => void;
}

function ItemPicker({ kind, ids, id, onChange }: ItemPickerProps) {
  const { t } = useTranslation();
  const nameOf = useNames(kind, ids);
  const options = useMemo(() => ids.map((each) => ({ id: each, label: nameOf(each) })), [ids, nameOf]);
  return (
    <div className={weekStyles.item}>
      <SinglePicker label={t('history.calendar.what')} options={options} value={id} onChange={onChange} />
    </div>
  );
}

interface CalendarOfProps {
  history: History;
  kind: CalendarKind;
  measure: Measure;
  id: number;
}

function CalendarOf({ history, kind, measure, id }: CalendarOfProps) {
  const { range, change } = history;
  const ids = useMemo(() => [id], [id]);
  const query = useQuery(seriesQuery({ kind, ids, measure, step: 'day', range, weeksAgo: NO_WEEKS }));
  // The hours of the day as a graph; the back button returns to the calendar.
  const open = (day: string) =>
    change({ view: 'graph', step: 'hour', period: 'free', from: day, to: day, series: [id] }, { visit: true });
  return (
    <GraphFrame query={query} height={HEIGHT} legend={null}>
      {(answer) => <Months {...{ answer, kind, ids }} onOpen={open} />}
    </GraphFrame>
  );
}

interface MonthsProps {
  answer: SeriesAnswer;
  kind: CalendarKind;
  ids: readonly number[];
  onOpen: (day: string) => void;
}

function Months({ answer, kind, ids, onOpen }: MonthsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const model = useMemo(() => calendarModel(answer, language), [answer, language]);
  const place = usePlaces(kind, ids);
  const { measure } = answer;
  const name = measure === 'INDEX' ? t('monitoring.index') : t(sensorNameKey(measure));
  const title = t('history.calendar.title', { subject: model.unit === '' ? name : `${name} (${model.unit})` });
  const factsOf = useDayFacts(model);
  const days = model.days.map((each): CalendarDay => {
    const { day, mean, fill, rating, isThin } = each;
    return {
      ...{ day, rating, isThin, fill: fill ?? COLORS.bg, facts: factsOf(each) },
      text: mean === null ? null : calendarValue(model, mean),
    };
  });
  const { highest, thin } = model;
  return (
    <figure className={weekStyles.figure} aria-label={`${place} · ${title}`}>
      <div className={weekStyles.head}>
        <div>
          {highest === null ? null : (
            <p className={weekStyles.peak}>
              {t('history.calendar.worst', {
                day: highest.day,
                value: `${calendarValue(model, highest.mean ?? 0)} ${model.unit}`.trimEnd(),
              })}
            </p>
          )}
          <p>
            {[t('history.calendar.hint'), ...(thin === 0 ? [] : [t('history.calendar.thin', { count: thin })])].join(
              ' ',
            )}
          </p>
        </div>
      </div>
      <CalendarGrid days={days} label={title} onOpen={onOpen} />
      <ul className={weekStyles.legend}>
        {model.legend.map(({ fill, rating, range }) => (
          <li key={range}>
            <MarkKey mark={{ kind: 'fill', color: fill }} />
            {rating === null ? null : (
              <>
                <GradeMark rating={rating} size={11} />
                {t(`grade.rating.${rating}`)}
              </>
            )}
            <span className="num">{range}</span>
          </li>
        ))}
      </ul>
      <p className={styles.text}>{t('history.week.thinKey')}</p>
    </figure>
  );
}

/** Unit, rating and completeness of a day. */
function useDayFacts(model: CalendarModel): (day: CalendarModel['days'][number]) => string {
  const { t } = useTranslation();
  return ({ mean, rating, completeness }) => {
    if (mean === null) return t('history.week.none');
    return [
      model.unit,
      rating === null ? '' : t(`grade.rating.${rating}`),
      `${t('history.week.received')} ${Math.floor(completeness * 100)} %`,
    ]
      .filter(Boolean)
      .join(', ');
  };
}
