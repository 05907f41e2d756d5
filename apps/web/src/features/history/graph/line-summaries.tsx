import type { SeriesAnswer } from '@airdeck/contract/history/schema';
import { isComparable } from '@airdeck/domain/completeness';
import { gradeOfIndex } from '@airdeck/domain/grade';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { formatIndex, formatReading } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeChip } from '../../../ui/grade/grade-mark.tsx';
import { Tag } from '../../../ui/tag.tsx';
import styles from './line-summaries.module.css';

interface LineSummariesProps {
  answer: SeriesAnswer;
  /** Ids of the lines that are drawn. */
  shown: readonly number[];
  nameOf: (id: number) => string;
}

/** The whole period of each line in one row: mean, lowest, highest, and how much of it was received. */
export function LineSummaries({ answer, shown, nameOf }: LineSummariesProps) {
  const { t } = useTranslation();
  const { measure, series } = answer;
  const lines = series.filter(({ id, summary }) => shown.includes(id) && summary !== null && summary !== undefined);
  if (lines.length === 0) return null;
  const hasMeters = lines.some(({ meters = 1 }) => meters > 1);
  const unit = measure === 'INDEX' ? null : SENSOR_TYPE_INFO[measure].unit;
  return (
    <section className={styles.scroll} aria-label={t('history.summary.name')}>
      <table className={styles.table}>
        <caption className="sr">{t('history.summary.name')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('history.summary.label')}</th>
            {(['mean', 'min', 'max'] as const).map((column) => (
              <th key={column} scope="col" data-number>
                {t(`history.column.${column}`)}
                {unit === null ? null : <small> {unit}</small>}
              </th>
            ))}
            <th scope="col" data-number>
              {t('history.column.completeness')}
            </th>
            {hasMeters ? (
              <th scope="col" data-number>
                {t('history.column.meters')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line
              key={`${line.id} ${line.weeks_ago}`}
              line={line}
              measure={measure}
              name={nameOf(line.id)}
              hasMeters={hasMeters}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface LineProps {
  line: SeriesAnswer['series'][number];
  measure: SeriesAnswer['measure'];
  name: string;
  hasMeters: boolean;
}

function Line({ line, measure, name, hasMeters }: LineProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { summary, weeks_ago: weeks, meters = 1 } = line;
  if (summary === null || summary === undefined) return null;
  const { mean, min, max, completeness, maintenance } = summary;
  const text = (value: number) =>
    measure === 'INDEX' ? formatIndex(value, language) : formatReading(measure, value, language);
  const percent = Math.floor(completeness * 100);
  const isThin = !isComparable(completeness);
  return (
    <tr>
      <th scope="row">
        {name}
        {weeks === 0 ? null : <small> {t('chart.weeksAgo', { weeks })}</small>}
        {maintenance === true ? (
          <>
            {' '}
            <Tag>{t('history.maintenance')}</Tag>
          </>
        ) : null}
      </th>
      <td data-number>
        {measure === 'INDEX' ? <GradeChip rating={gradeOfIndex(mean)} /> : null}
        <b>
          {isThin ? '≈ ' : null}
          {text(mean)}
        </b>
      </td>
      <td data-number>{text(min)}</td>
      <td data-number>{text(max)}</td>
      <td data-number title={isThin ? t('history.thin', { percent }) : undefined}>
        {isThin ? '≈ ' : null}
        {percent} %
      </td>
      {hasMeters ? <td data-number>{meters}</td> : null}
    </tr>
  );
}
