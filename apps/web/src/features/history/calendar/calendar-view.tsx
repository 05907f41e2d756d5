import { MAX_WEEK_DAYS } from '@airdeck/contract/history/bounds';
import type { SeriesAnswer, WeekAnswer } from '@airdeck/contract/history/schema';
import { dayCount } from '@airdeck/domain/range';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatDay } from '../../../lib/format/read-day.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { useLongQuery } from '../../../shared/long-question/use-long-query.ts';
import { Card } from '../../../ui/card/card.tsx';
import { MarkKey } from '../../../ui/chart/chart-legend.tsx';
import { pictureName } from '../../../ui/chart/chart-tools.tsx';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { COLORS } from '../../../ui/theme/tokens.ts';
import { seriesQuery, weekQuery } from '../api/series.ts';
import { GraphFrame } from '../graph/graph-frame.tsx';
import { usePlaces } from '../graph/names.ts';
import type { DayRange } from '../model/day-range.ts';
import type { HistoryRequest } from '../model/history-request.ts';
import { useDayRangeText } from '../model/request-text.ts';
import type { History } from '../model/use-history.ts';
import { heatOf, LimitLine, NoLimit, useLimitText } from '../week/heat-parts.tsx';
import { PictureButton } from '../week/picture-button.tsx';
import { ItemTools, type ShownItem, useShownItem } from '../week/shown-item.tsx';
import weekStyles from '../week/week.module.css';
import { type CalendarDay, CalendarGrid } from './calendar-grid.tsx';
import { type CalendarModel, calendarModel, dayText } from './calendar-model.ts';

const HEIGHT = 320;
const NO_WEEKS: readonly number[] = [];

interface CalendarViewProps {
  history: History;
  request: HistoryRequest;
}

/** One measure of a meter, a sensor or a place by day. */
export function CalendarView({ history, request: { range } }: CalendarViewProps) {
  const { t } = useTranslation();
  const shown = useShownItem(history);
  if (shown === null) return null;
  return (
    <Card>
      <ItemTools history={history} shown={shown} />
      {dayCount(range) > MAX_WEEK_DAYS ? (
        <EmptyState
          icon="calendar"
          title={t('history.calendar.tooLong', { days: MAX_WEEK_DAYS })}
          text={t('history.calendar.tooLongText')}
        />
      ) : (
        <CalendarOf history={history} {...shown} />
      )}
    </Card>
  );
}

interface CalendarOfProps extends Pick<ShownItem, 'kind' | 'measure' | 'id'> {
  history: History;
}

function CalendarOf({ history, kind, measure, id }: CalendarOfProps) {
  const { range, change } = history;
  const ids = useMemo(() => [id], [id]);
  const long = useLongQuery(seriesQuery({ kind, ids, measure, step: 'day', range, weeksAgo: NO_WEEKS }));
  const isShare = heatOf(history, { measure }) === 'beyond';
  const longHours = useLongQuery({ ...weekQuery({ kind, id, measure, range }), enabled: isShare });
  // The hours of the day as a graph; the back button returns to the calendar.
  const open = (day: string) =>
    change({ view: 'graph', step: 'hour', period: 'free', from: day, to: day, series: [id] }, { visit: true });
  return (
    <GraphFrame {...long} height={HEIGHT} legend={null}>
      {(answer) =>
        isShare ? (
          <GraphFrame {...longHours} height={HEIGHT} legend={null}>
            {(hours) => <Months {...{ answer, hours, kind, ids, range }} onOpen={open} />}
          </GraphFrame>
        ) : (
          <Months {...{ answer, kind, ids, range }} hours={null} onOpen={open} />
        )
      }
    </GraphFrame>
  );
}

interface MonthsProps {
  answer: SeriesAnswer;
  /** For shares: the hours of the same days. */
  hours: WeekAnswer | null;
  kind: ShownItem['kind'];
  ids: readonly number[];
  range: DayRange;
  onOpen: (day: string) => void;
}

function Months({ answer, hours, kind, ids, range, onOpen }: MonthsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const model = useMemo(() => calendarModel(answer, language, hours), [answer, language, hours]);
  const place = usePlaces(kind, ids);
  const { measure } = answer;
  const name = measure === 'INDEX' ? t('monitoring.index') : t(sensorNameKey(measure));
  const title =
    hours === null
      ? t('history.calendar.title', { subject: model.unit === '' ? name : `${name} (${model.unit})` })
      : t('history.heat.calendarTitle', { subject: name });
  const limit = useLimitText(measure, model.limit ?? null);
  const factsOf = useDayFacts(model);
  const days = model.days.map((each): CalendarDay => {
    const { day, shown, fill, rating, isThin } = each;
    return {
      ...{ day, rating, isThin, fill: fill ?? COLORS.bg, facts: factsOf(each) },
      text: shown === null ? null : dayText(model, shown),
    };
  });
  const { highest, thin } = model;
  const period = useDayRangeText(range);
  if (model.limit === null) return <NoLimit />;
  const save = async () => {
    const { calendarPicture } = await import('./calendar-picture.ts');
    return calendarPicture(days, {
      ...{
        title: place,
        subtitle: [title, limit, period].filter(Boolean).join(' · '),
        language,
        none: t('history.week.none'),
      },
      thin: thin === 0 ? null : t('history.week.thinKey'),
      legend: model.legend.map(({ fill, rating, range: span }) => ({
        mark: { kind: 'fill', color: fill },
        name: `${rating === null ? '' : t(`grade.rating.${rating}`)} ${span}`.trim(),
      })),
    });
  };
  return (
    <figure className={weekStyles.figure} aria-label={`${place} · ${title}`}>
      <div className={weekStyles.head}>
        <div>
          {highest === null ? null : (
            <p className={weekStyles.peak}>
              {hours === null
                ? t('history.calendar.worst', {
                    day: formatDay(highest.day, language),
                    value: `${dayText(model, highest.shown ?? 0)} ${model.unit}`.trimEnd(),
                  })
                : highest.shown === 0
                  ? t('history.heat.never')
                  : t('history.heat.highest', {
                      span: formatDay(highest.day, language),
                      share: dayText(model, highest.shown ?? 0),
                    })}
            </p>
          )}
          <p>
            {[t('history.calendar.hint'), ...(thin === 0 ? [] : [t('history.calendar.thin', { count: thin })])].join(
              ' ',
            )}
          </p>
          <LimitLine measure={measure} limit={model.limit ?? null} />
        </div>
        {highest === null ? null : <PictureButton name={pictureName(`${place} ${title}`, period)} draw={save} />}
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
        {thin === 0 ? null : (
          <li>
            <span className={weekStyles.thinKey} />
            {t('history.week.thinKey')}
          </li>
        )}
      </ul>
    </figure>
  );
}

/** Unit, rating and completeness of a day. */
function useDayFacts(model: CalendarModel): (day: CalendarModel['days'][number]) => string {
  const { t } = useTranslation();
  return ({ shown, mean, rating, completeness }) => {
    if (shown === null) return t('history.week.none');
    const meanText = `${formatNumber(mean ?? 0, model.digits, model.language)} ${model.unit}`.trimEnd();
    return [
      ...(model.limit === undefined
        ? [model.unit]
        : [t('history.heat.beyond'), `${t('history.week.mean')} ${meanText}`]),
      rating === null ? '' : t(`grade.rating.${rating}`),
      `${t('history.week.received')} ${Math.floor(completeness * 100)} %`,
    ]
      .filter(Boolean)
      .join(', ');
  };
}
