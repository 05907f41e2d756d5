import { MAX_WEEK_DAYS } from '@airdeck/contract/history/bounds';
import type { Measure } from '@airdeck/contract/history/query';
import type { WeekAnswer } from '@airdeck/contract/history/schema';
import { addDays, weekdayOf } from '@airdeck/domain/calendar';
import { dayCount } from '@airdeck/domain/range';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { useLongQuery } from '../../../shared/long-question/use-long-query.ts';
import { Card } from '../../../ui/card/card.tsx';
import { MarkKey } from '../../../ui/chart/chart-legend.tsx';
import { pictureName } from '../../../ui/chart/chart-tools.tsx';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { weekQuery } from '../api/series.ts';
import { GraphFrame } from '../graph/graph-frame.tsx';
import { usePlaces } from '../graph/names.ts';
import type { DayRange } from '../model/day-range.ts';
import type { HistoryRequest } from '../model/history-request.ts';
import { useDayRangeText } from '../model/request-text.ts';
import type { Heat } from '../model/search.ts';
import type { History } from '../model/use-history.ts';
import { heatOf, LimitLine, NoLimit, useLimitText } from './heat-parts.tsx';
import { PictureButton } from './picture-button.tsx';
import { ItemTools, type ShownItem, useShownItem } from './shown-item.tsx';
import styles from './week.module.css';
import { useSpanText } from './week-cell.tsx';
import {
  cellText,
  NO_DATA_MARK,
  valueText,
  type WeekCell,
  type WeekModel,
  weekdayName,
  weekModel,
} from './week-model.ts';
import { WeekTable } from './week-table.tsx';

const HEIGHT = 320;
const WEEK_DAYS = 7;

interface WeekViewProps {
  history: History;
  request: HistoryRequest;
}

/** One measure of a meter, a sensor or a place by weekday and hour. */
export function WeekView({ history, request: { range } }: WeekViewProps) {
  const shown = useShownItem(history);
  if (shown === null) return null;
  const { kind, measure, id } = shown;
  return (
    <Card>
      <ItemTools history={history} shown={shown} />
      <WeekOf history={history} question={{ kind, measure, id, range }} />
    </Card>
  );
}

interface WeekOfProps {
  history: History;
  question: Parameters<typeof weekQuery>[0];
}

function WeekOf({ history, question }: WeekOfProps) {
  const { t } = useTranslation();
  const days = dayCount(question.range);
  const long = useLongQuery({ ...weekQuery(question), enabled: days <= MAX_WEEK_DAYS });
  // The newest such day as a graph, with the same weekday of earlier weeks; the back button returns to the week.
  const open = ({ weekday }: WeekCell) => {
    const { from, to } = question.range;
    const last = to < history.today ? to : history.today;
    const day = addDays(last, -((weekdayOf(last) - weekday + WEEK_DAYS) % WEEK_DAYS));
    const weeks = [1, 2, 3].filter((week) => addDays(day, -week * WEEK_DAYS) >= from);
    const earlier = weeks.length === 0 ? undefined : weeks;
    history.change(
      { view: 'graph', step: 'hour', period: 'free', from: day, to: day, series: [question.id], weeks: earlier },
      { visit: true },
    );
  };
  if (days > MAX_WEEK_DAYS) {
    return (
      <EmptyState
        icon="calendar"
        title={t('history.week.tooLong', { days: MAX_WEEK_DAYS })}
        text={t('history.week.tooLongText')}
        action={<FourWeeks history={history} />}
      />
    );
  }
  return (
    <>
      {days < WEEK_DAYS ? (
        <div className={styles.short}>
          <Icon name="info" size={18} />
          <span>{t('history.week.short')}</span>
          <FourWeeks history={history} />
        </div>
      ) : null}
      <GraphFrame {...long} height={HEIGHT} legend={null}>
        {(answer) => (
          <Week
            answer={answer}
            kind={question.kind}
            range={question.range}
            heat={heatOf(history, answer)}
            onOpen={open}
          />
        )}
      </GraphFrame>
    </>
  );
}

/** Four whole weeks: as many Mondays as Sundays. */
function FourWeeks({ history: { today, change } }: { history: History }) {
  const { t } = useTranslation();
  return (
    <Button variant="outlined" onClick={() => change({ period: 'free', from: addDays(today, -27), to: today })}>
      {t('history.week.fourWeeks')}
    </Button>
  );
}

interface WeekProps {
  answer: WeekAnswer;
  kind: ShownItem['kind'];
  range: DayRange;
  heat: Heat;
  onOpen: (cell: WeekCell) => void;
}

function Week({ answer, kind, range, heat, onOpen }: WeekProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const model = useMemo(() => weekModel(answer, language, heat), [answer, language, heat]);
  const period = useDayRangeText(range);
  const ids = useMemo(() => [answer.id], [answer]);
  const place = usePlaces(kind, ids);
  const measure = answer.measure === 'INDEX' ? t('monitoring.index') : t(sensorNameKey(answer.measure));
  const title =
    heat === 'mean'
      ? t('history.week.title', { subject: model.unit === '' ? measure : `${measure} (${model.unit})` })
      : t('history.heat.weekTitle', { subject: measure });
  const sentences = usePeakText(model);
  if (heat === 'beyond' && answer.limit === null) return <NoLimit />;
  if (model.highest === null) return <EmptyState text={t('history.week.empty', { period })} />;
  return (
    <figure className={styles.figure} aria-label={`${place} · ${title}`}>
      <div className={styles.head}>
        <div>
          <p className={styles.peak}>{sentences[0]}</p>
          <p>{[...sentences.slice(1), t('history.week.hint')].join(' ')}</p>
          <LimitLine measure={answer.measure} limit={model.limit} />
        </div>
        <SaveButton {...{ model, place, title, period }} measure={answer.measure} />
      </div>
      <WeekTable model={model} label={title} onOpen={onOpen} />
      <Legend model={model} />
    </figure>
  );
}

/** The peak, the maximum cell, and hours with little data. */
function usePeakText(model: WeekModel): string[] {
  const { t } = useTranslation();
  const span = useSpanText();
  const { peak, highest, thin, language } = model;
  if (peak === null || highest === null) return [];
  const thinText = thin === 0 ? [] : [t('history.week.thin', { count: thin })];
  const when =
    peak.days === 'flat'
      ? t('history.week.peak.flat')
      : t(`history.week.peak.${peak.days}`, { hour: peak.hour, day: weekdayName(peak.weekday, 'long', language) });
  if (model.heat === 'beyond') {
    if (highest.shown === 0) return [t('history.heat.never'), ...thinText];
    return [
      when,
      t('history.heat.highest', { span: span(highest, model), share: cellText(model, highest) }),
      ...thinText,
    ];
  }
  const facts = {
    span: span(highest, model),
    mean: valueText(model, highest.mean),
    max: valueText(model, highest.max),
  };
  return [
    when,
    highest.rating === null
      ? t('history.week.highest', facts)
      : t('history.week.highestRated', { ...facts, rating: t(`grade.rating.${highest.rating}`) }),
    ...thinText,
  ];
}

function Legend({ model }: { model: WeekModel }) {
  const { t } = useTranslation();
  const has = (state: (cell: WeekModel['cells'][number]) => boolean) => model.cells.some(state);
  return (
    <ul className={styles.legend}>
      {model.legend.map(({ mark, rating, range }) => (
        <li key={range}>
          <MarkKey mark={mark} />
          {rating === null ? null : (
            <>
              <GradeMark rating={rating} size={11} />
              {t(`grade.rating.${rating}`)}
            </>
          )}
          <span className="num">{range}</span>
        </li>
      ))}
      {has(({ shown, completeness }) => shown === null && completeness !== null) ? (
        <li>
          <MarkKey mark={NO_DATA_MARK} />
          {t('history.week.none')}
        </li>
      ) : null}
      {model.thin === 0 ? null : (
        <li>
          <span className={styles.thinKey} />
          {t('history.week.thinKey')}
        </li>
      )}
      {model.hasMaintenance ? (
        <li>
          <span className={styles.maintenanceKey} />
          {t('history.week.maintenance')}
        </li>
      ) : null}
    </ul>
  );
}

interface SaveButtonProps {
  measure: Measure;
  model: WeekModel;
  place: string;
  title: string;
  period: string;
}

function SaveButton({ measure, model, place, title, period }: SaveButtonProps) {
  const { t } = useTranslation();
  const limit = useLimitText(measure, model.limit);
  const words = {
    nameOf: (rating: Parameters<typeof GradeMark>[0]['rating']) => (rating === null ? '' : t(`grade.rating.${rating}`)),
    none: t('history.week.none'),
    thin: t('history.week.thinKey'),
    maintenance: t('history.week.maintenance'),
    textOf: (cell: WeekCell) => cellText(model, cell),
  };
  const draw = async () => {
    const { weekPicture } = await import('./week-picture.ts');
    return weekPicture(model, { title: place, subtitle: [title, limit, period].filter(Boolean).join(' · '), ...words });
  };
  return <PictureButton name={pictureName(`${place} ${title}`, period)} draw={draw} />;
}
