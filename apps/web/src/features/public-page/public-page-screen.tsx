import type { PublicPage } from '@airdeck/contract/public-page/routes';
import { LANGUAGES } from '@airdeck/contract/user/schema';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format/date.ts';
import { loadLanguageWithAllTexts } from '../../lib/i18n/i18n.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { nameTitle } from '../../lib/title.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { MeterCard } from './meter-card.tsx';
import styles from './public-page.module.css';
import { type PublicPageState, usePublicPage } from './use-public-page.ts';

/** The published air of an organization. */
export function PublicPageScreen({ slug }: { slug: string }) {
  const { t } = useTranslation();
  const state = usePublicPage(slug);
  const language = useLanguage();
  const title = state.page?.organization ?? t('publicPage.title');
  useEffect(() => nameTitle(title), [title]);
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <div className={styles.top}>
          <div>
            <p>{t('publicPage.title')}</p>
            <h1>{state.page?.organization ?? 'Airdeck'}</h1>
          </div>
          <SegmentedControl
            label={t('common.language.label')}
            value={language}
            options={LANGUAGES.map((value) => ({ value, label: t(`common.language.${value}`) }))}
            onChange={(value) => void loadLanguageWithAllTexts(value)}
          />
        </div>
      </header>
      <main className={styles.main}>
        <Note {...state} />
        {state.page === null ? null : <Meters page={state.page} />}
      </main>
    </div>
  );
}

function Note({ page, state }: PublicPageState) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (state === 'GONE') {
    return (
      <div className={styles.message} role="status">
        <h2>{t('publicPage.missing.title')}</h2>
        <p>{t('publicPage.missing.text')}</p>
      </div>
    );
  }
  if (page === null) {
    return (
      <p className={styles.message} role="status">
        {t(state === 'FAILED' ? 'publicPage.failed' : 'publicPage.loading')}
      </p>
    );
  }
  const time = formatDate(page.time, 'minute', { language, timeZone: page.time_zone });
  return (
    <p className={styles.note} role="status" data-old={state === 'FAILED' || undefined}>
      {state === 'FAILED' ? t('publicPage.old', { time }) : t('publicPage.now', { time })}
    </p>
  );
}

function Meters({ page }: { page: PublicPage }) {
  const { t } = useTranslation();
  const { meters, left_out: count, time_zone: timeZone } = page;
  if (meters.length === 0) return <p className={styles.message}>{t('publicPage.empty')}</p>;
  return (
    <>
      <ul className={styles.meters}>
        {meters.map((meter) => (
          <MeterCard
            key={`${meter.office}\n${meter.department}\n${meter.name}`}
            meter={meter}
            time={page.time}
            timeZone={timeZone}
          />
        ))}
      </ul>
      {count === 0 ? null : <p className={styles.note}>{t('publicPage.leftOut', { count })}</p>}
    </>
  );
}
