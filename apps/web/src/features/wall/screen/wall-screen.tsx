import type { Wall } from '@airdeck/contract/wall-display/wall';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { everySecond } from '../../../lib/clock.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { loadLanguageWithAllTexts } from '../../../lib/i18n/i18n.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { nameTitle } from '../../../lib/title.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { wantsReload } from '../model/renewal.ts';
import { useSlides } from '../model/use-slides.ts';
import { useWall } from '../model/use-wall.ts';
import { oldSince, type WallPage, type WallState, wallPages } from '../model/wall-state.ts';
import { WallControls } from './controls.tsx';
import { PlanSlide } from './plan-slide.tsx';
import { type SlideProps, WallSlide } from './slide.tsx';
import styles from './wall.module.css';

/** Seconds of the server's clock, so that a wrong clock of this computer shows no wrong age. */
const useServerTime = (ahead: number): number =>
  useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1000)) * 1000 + ahead;

/** A screen on a wall: what its link shows, full of the window, or why there is nothing. */
export function WallScreen({ token }: { token: string | null }) {
  const { t } = useTranslation();
  useEffect(() => nameTitle(t('wall.title')), [t]);
  if (token === null) return <Message icon="info" title={t('wall.noLink.title')} text={t('wall.noLink.text')} />;
  return <OpenWall token={token} />;
}

function OpenWall({ token }: { token: string }) {
  const { t } = useTranslation();
  const state = useWall(token);
  const { wall } = state;
  useWallLanguage(wall);
  if (state.isEnded) return <Message icon="close" title={t('wall.ended.title')} text={t('wall.ended.text')} />;
  if (wall === null) return <Message icon="refresh" title={t('wall.connecting')} text="" />;
  return <ShownWall wall={wall} state={state} token={token} />;
}

/** The display has its own language, independent of the browser's. */
function useWallLanguage(wall: Wall | null): void {
  const language = wall?.language;
  useEffect(() => {
    if (language !== undefined) void loadLanguageWithAllTexts(language);
  }, [language]);
}

function ShownWall({ wall, state, token }: { wall: Wall; state: WallState; token: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useServerTime(state.clockAhead);
  const pages = wallPages(wall);
  const slides = useSlides(pages.length, wall.seconds);
  const old = oldSince(state, now);
  useRenewal(wall, now, state.connection === 'open');
  const page = pages[slides.slide];
  const at = { language, timeZone: wall.time_zone };
  return (
    <main className={styles.wall} data-old={old === null ? undefined : ''}>
      <header className={styles.top}>
        <div className={styles.names}>
          <p>{wall.organization_name}</p>
          <h1>
            {page?.name ?? wall.name}
            {page === undefined || page.of < 2 ? null : (
              <small>{t('wall.page', { number: page.number, total: page.of })}</small>
            )}
          </h1>
        </div>
        <div className={`${styles.clock} num`}>
          <strong>{formatDate(now, 'hourMinute', at)}</strong>
          <span>{formatDate(now, 'date', at)}</span>
        </div>
      </header>
      {old === null ? null : (
        <p className={styles.lost} role="alert">
          <Icon name="offline" size={32} />
          {t('wall.lost', { time: formatDate(old, 'minute', at) })}
        </p>
      )}
      {page === undefined ? (
        <p className={styles.empty}>{t('wall.empty')}</p>
      ) : (
        <Slide key={page.key} page={page} token={token} now={now} timeZone={wall.time_zone} isOld={old !== null} />
      )}
      <footer className={styles.foot}>
        {pages.length < 2 ? null : (
          <ol className={styles.dots} aria-label={t('wall.slides', dotsText(slides.slide, pages.length))}>
            {pages.map(({ key }, i) => (
              <li key={key} data-now={i === slides.slide || undefined} />
            ))}
          </ol>
        )}
        <WallControls slides={slides} hasSeveral={pages.length > 1} />
      </footer>
    </main>
  );
}

interface SlideOfPage extends Omit<SlideProps, 'place'> {
  page: WallPage;
  token: string;
}

const Slide = ({ page, token, ...props }: SlideOfPage) =>
  'plan' in page ? (
    <PlanSlide plan={page.plan} token={token} {...props} />
  ) : (
    <WallSlide place={page.place} rooms={page.rooms} {...props} />
  );

const dotsText = (slide: number, total: number) => ({ number: slide + 1, total });

/** Loads the page again once a night, and when the server has other files; only while the server answers. */
function useRenewal(wall: Wall, now: number, isOpen: boolean): void {
  const [page] = useState(() => ({ since: now, build: wall.build, minute: Math.floor(Math.random() * 60) }));
  const isDue = isOpen && wantsReload(page, { time: now, build: wall.build, timeZone: wall.time_zone });
  useEffect(() => {
    if (isDue) window.location.reload();
  }, [isDue]);
}

function Message({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <main className={styles.message} role="status">
      <Icon name={icon} size={96} />
      <h1>{title}</h1>
      {text === '' ? null : <p>{text}</p>}
    </main>
  );
}
