import { useTranslation } from 'react-i18next';
import { GradeChip } from '../../../ui/grade/grade-mark.tsx';
import styles from './week.module.css';
import { cellText, valueText, type WeekCell, type WeekModel, weekdayName } from './week-model.ts';

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

/** The hour of a cell: `Monday 12:00–13:00`. */
export function useSpanText(): (cell: WeekCell, model: WeekModel) => string {
  const { t } = useTranslation();
  return ({ weekday, hour }, { language }) =>
    t('history.week.span', { day: weekdayName(weekday, 'long', language), from: hour, to: hour + 1 });
}

/** Description of a cell for screen readers, in addition to its number. */
export function useCellText(model: WeekModel, cell: WeekCell): string {
  const { t } = useTranslation();
  const { shown, mean, max, completeness, rating, hasMaintenance } = cell;
  if (completeness === null) return t('history.week.future');
  if (shown === null) return t('history.week.none');
  return [
    ...(model.heat === 'mean'
      ? [` ${model.unit}`.trimEnd()]
      : [` ${t('history.heat.beyond')}`, `${t('history.week.mean')} ${valueText(model, mean)}`]),
    ...(rating === null ? [] : [t(`grade.rating.${rating}`)]),
    `${t('history.week.max')} ${valueText(model, max)}`,
    `${t('history.week.received')} ${percent(completeness)}`,
    ...(hasMaintenance ? [t('history.week.maintenance')] : []),
  ].join(', ');
}

/** The hour, mean with its grade, highest reading and completeness of a cell. */
export function CellFacts({ model, cell }: { model: WeekModel; cell: WeekCell }) {
  const { t } = useTranslation();
  const span = useSpanText();
  const { shown, mean, max, completeness, rating, isThin, hasMaintenance } = cell;
  return (
    <>
      <b>{span(cell, model)}</b>
      {shown === null ? (
        <p>{completeness === null ? t('history.week.future') : t('history.week.none')}</p>
      ) : (
        <dl className={styles.facts}>
          {model.heat === 'mean' ? null : (
            <>
              <dt>{t('history.heat.beyond')}</dt>
              <dd>{cellText(model, cell)}</dd>
            </>
          )}
          <dt>{t('history.week.mean')}</dt>
          <dd>
            {isThin ? '≈ ' : ''}
            {valueText(model, mean)} {rating === null ? null : <GradeChip rating={rating} />}
          </dd>
          <dt>{t('history.week.max')}</dt>
          <dd>{valueText(model, max)}</dd>
          <dt>{t('history.week.received')}</dt>
          <dd>{percent(completeness ?? 0)}</dd>
        </dl>
      )}
      {hasMaintenance ? <p>{t('history.week.maintenance')}</p> : null}
    </>
  );
}
