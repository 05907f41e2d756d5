import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page/page.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { pathTextOf, useDayRangeText, useStepText, useSubjectText } from '../model/request-text.ts';
import { historyAddress } from '../model/screen.ts';
import { ALL } from '../model/search.ts';
import { type History, viewsOf } from '../model/use-history.ts';
import styles from './screen.module.css';

/** The kind of values, their subject and days, a link to the other kind, and the export. */
export function HistoryHeader({ history }: { history: History }) {
  const { t } = useTranslation();
  const { title, kind, averages, step, range, request, covered, search } = history;
  const subject = useSubjectText(history);
  const period = useDayRangeText(range);
  const stepText = useStepText(history);
  const path = search.meter === ALL ? '' : pathTextOf(covered);
  const states = step === 'each' ? t('history.states') : t('history.minutes');
  const values = averages ? t('history.averages') : t('history.measured');
  return (
    <PageHeader
      views={SavedViews}
      title={t(`menu.item.${title}`)}
      subtitle={
        <span className={styles.summary}>
          <span className={styles.kind}>{kind === 'purifier' ? states : values}</span>
          {request === null ? null : (
            <span>
              <b>{subject}</b>
              {path === '' ? null : ` (${path})`}
              {t('common.separator')}
              {period}
              {t('common.separator')}
              {stepText}
            </span>
          )}
        </span>
      }
      actions={
        <>
          <OtherLink history={history} />
          <ViewSwitch history={history} />
          <ExportButton history={history} />
        </>
      }
    />
  );
}

function ViewSwitch({ history }: { history: History }) {
  const { t } = useTranslation();
  const { view, change } = history;
  return (
    <SegmentedControl
      label={t('history.view.label')}
      value={view}
      options={viewsOf(history).map((value) => ({ value, label: t(`history.view.${value}`) }))}
      onChange={(next) => change({ view: next })}
    />
  );
}

/** A link to the averages of the same request, or to its readings; for purifiers to their present states. */
function OtherLink({ history: { other, averages, kind, search } }: { history: History }) {
  const { t } = useTranslation();
  if (kind === 'purifier') {
    return (
      <Link to={historyAddress('purifierReadings')} search={() => ({})} className={styles.link}>
        {t('purifier.toNow')}
        <Icon name="arrowRight" size={18} />
      </Link>
    );
  }
  if (other === null) return null;
  return (
    <Link
      to={historyAddress(other)}
      search={() => ({
        ...search,
        page: undefined,
        sort: undefined,
        step: search.step === 'each' ? undefined : search.step,
      })}
      className={styles.link}
    >
      {averages ? t('history.other.measured') : t('history.other.averages')}
      <Icon name="arrowRight" size={18} />
    </Link>
  );
}
