import { Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page/page.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { ShareMenu } from '../../../ui/share-menu.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { withFixedDays } from '../model/day-range.ts';
import { useDayRangeText, useRequestText } from '../model/request-text.ts';
import { historyAddress } from '../model/screen.ts';
import { type History, viewsOf } from '../model/use-history.ts';
import styles from './screen.module.css';

/** The kind of values, a link to the other kind, ways to share, the view and the export. The bar below has the rest. */
export function HistoryHeader({ history }: { history: History }) {
  const { t } = useTranslation();
  const { kind, averages, step, request } = history;
  const states = step === 'each' ? t('history.states') : t('history.minutes');
  const values = averages ? t('history.averages') : t('history.measured');
  const title = t(`menu.item.${history.title}`);
  return (
    <PageHeader
      title={title}
      beside={
        <>
          <span className={styles.kind}>{kind === 'purifier' ? states : values}</span>
          <SavedViews title={title} />
          {request === null ? null : <ShareRequest history={history} title={title} />}
        </>
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

/** Shares the request with its days: a link that is opened next week shows the same ones. */
function ShareRequest({ history, title }: { history: History; title: string }) {
  const { t } = useTranslation();
  const router = useRouter();
  const { search, range } = history;
  const days = useDayRangeText(range);
  const request = useRequestText(history);
  const url = () => {
    const { href } = router.buildLocation({ to: '.', search: () => withFixedDays(search, range) });
    return `${window.location.origin}${href}`;
  };
  return (
    <ShareMenu title={[title, request].join(t('common.separator'))} url={url} note={t('history.share', { days })} />
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
