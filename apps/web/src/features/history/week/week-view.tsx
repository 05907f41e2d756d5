import { MAX_SERIES, MAX_WEEK_DAYS } from '@airdeck/contract/history/bounds';
import type { WeekAnswer } from '@airdeck/contract/history/schema';
import { addDays } from '@airdeck/domain/calendar';
import { dayCount } from '@airdeck/domain/range';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Card } from '../../../ui/card/card.tsx';
import { MarkKey } from '../../../ui/chart/chart-legend.tsx';
import { pictureName } from '../../../ui/chart/chart-tools.tsx';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { weekQuery } from '../api/series.ts';
import { drawableOf, measureOf, measuresOf } from '../graph/drawable.ts';
import graphStyles from '../graph/graph.module.css';
import { GraphFrame } from '../graph/graph-frame.tsx';
import { MeasureBar } from '../graph/graph-view.tsx';
import { useNames, usePlaces } from '../graph/names.ts';
import type { DayRange } from '../model/day-range.ts';
import type { HistoryRequest } from '../model/history-request.ts';
import { useDayRangeText } from '../model/request-text.ts';
import type { History } from '../model/use-history.ts';
import styles from './week.module.css';
import { useSpanText } from './week-cell.tsx';
import { meanText, NO_DATA_MARK, valueText, type WeekModel, weekdayName, weekModel } from './week-model.ts';
import { WeekTable } from './week-table.tsx';

const HEIGHT = 320;
const WEEK_DAYS = 7;

interface WeekViewProps {
  history: History;
  request: HistoryRequest;
}

/** One measure of one meter or sensor by weekday and hour. */
export function WeekView({ history, request: { range } }: WeekViewProps) {
  const { kind, covered, search, change } = history;
  const measures = useMemo(() => measuresOf(kind, covered, search), [kind, covered, search]);
  const measure = measureOf(measures, search);
  const ids = useMemo(() => drawableOf(kind, covered, search, measure), [kind, covered, search, measure]);
  const id = search.series?.find((each) => ids.includes(each)) ?? ids[0];
  if (id === undefined || kind === 'purifier') return null;
  const show = (next: number | undefined) => {
    // The others stay chosen for the graph.
    const rest = (search.series ?? []).filter((each) => each !== next);
    if (next !== undefined) change({ series: [next, ...rest].slice(0, MAX_SERIES) });
  };
  return (
    <Card>
      <div className={graphStyles.graphTools}>
        {measures.length > 1 ? <MeasureBar measures={measures} measure={measure} change={change} /> : null}
        {ids.length > 1 ? <ItemPicker kind={kind} ids={ids} id={id} onChange={show} /> : null}
      </div>
      <WeekOf history={history} question={{ kind, measure, id, range }} />
    </Card>
  );
}

interface ItemPickerProps {
  kind: 'meter' | 'sensor';
  ids: readonly number[];
  id: number;
  onChange: (id: number | undefined) => void;
}

function ItemPicker({ kind, ids, id, onChange }: ItemPickerProps) {
  const { t } = useTranslation();
  const nameOf = useNames(kind, ids);
  const options = useMemo(() => ids.map((each) => ({ id: each, label: nameOf(each) })), [ids, nameOf]);
  return (
    <div className={styles.item}>
      <SinglePicker label={t('history.week.what')} options={options} value={id} onChange={onChange} />
    </div>
  );
}

interface WeekOfProps {
  history: History;
  question: Parameters<typeof weekQuery>[0];
}

function WeekOf({ history, question }: WeekOfProps) {
  const { t } = useTranslation();
  const days = dayCount(question.range);
  const query = useQuery({ ...weekQuery(question), enabled: days <= MAX_WEEK_DAYS });
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
      <GraphFrame query={query} height={HEIGHT} legend={null}>
        {(answer) => <Week answer={answer} kind={question.kind} range={question.range} />}
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
  kind: 'meter' | 'sensor';
  range: DayRange;
}

function Week({ answer, kind, range }: WeekProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const model = useMemo(() => weekModel(answer, language), [answer, language]);
  const period = useDayRangeText(range);
  const ids = useMemo(() => [answer.id], [answer]);
  const place = usePlaces(kind, ids);
  const measure = answer.measure === 'INDEX' ? t('monitoring.index') : t(sensorNameKey(answer.measure));
  const title = t('history.week.title', { subject: model.unit === '' ? measure : `${measure} (${model.unit})` });
  const sentences = usePeakText(model);
  if (model.highest === null) return <EmptyState text={t('history.week.empty', { period })} />;
  return (
    <figure className={styles.figure} aria-label={`${place} · ${title}`}>
      <div className={styles.head}>
        <div>
          <p className={styles.peak}>{sentences[0]}</p>
          <p>{sentences.slice(1).join(' ')}</p>
        </div>
        <SaveButton model={model} place={place} title={title} period={period} />
      </div>
      <WeekTable model={model} label={title} />
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
  const when =
    peak.days === 'flat'
      ? t('history.week.peak.flat')
      : t(`history.week.peak.${peak.days}`, { hour: peak.hour, day: weekdayName(peak.weekday, 'long', language) });
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
    ...(thin === 0 ? [] : [t('history.week.thin', { count: thin })]),
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
      {has(({ mean, completeness }) => mean === null && completeness !== null) ? (
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
  model: WeekModel;
  place: string;
  title: string;
  period: string;
}

function SaveButton({ model, place, title, period }: SaveButtonProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const words = {
    nameOf: (rating: Parameters<typeof GradeMark>[0]['rating']) => (rating === null ? '' : t(`grade.rating.${rating}`)),
    none: t('history.week.none'),
    thin: t('history.week.thinKey'),
    maintenance: t('history.week.maintenance'),
    textOf: (value: number) => meanText(model, value),
  };
  const save = async () => {
    try {
      const { weekPicture } = await import('./week-picture.ts');
      saveFile(
        await weekPicture(model, { title: place, subtitle: `${title} · ${period}`, ...words }),
        pictureName(`${place} ${title}`, period),
      );
    } catch {
      enqueueSnackbar(t('chart.pictureFailed'), { variant: 'error' });
    }
  };
  return (
    <Tooltip title={t('chart.picture')}>
      <IconButton aria-label={t('chart.picture')} onClick={() => void save()}>
        <Icon name="download" size={18} />
      </IconButton>
    </Tooltip>
  );
}
