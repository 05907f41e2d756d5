import type { Notice } from '@airdeck/contract/notice/schema';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, viewerZone } from '../../lib/format/date.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useUndo } from '../../ui/undo.tsx';
import styles from './notice.module.css';
import { dismissNotices, useRunningNotices } from './running-notices.ts';

/** How long a text takes to cross the line: the empty line before it, and its letters at a pace that is easily read. */
const RUN_S = 10;
const LETTER_S = 0.14;

/** The notices at the bottom of Monitoring, one after the other. They stop on pause, under a pointer, and with reduced motion. */
export function NoticeLine() {
  const { t } = useTranslation();
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const { running, all } = useRunningNotices();
  const offerUndo = useUndo();
  const [at, setAt] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const notice = running[at % Math.max(1, running.length)];
  // With several organizations, each notice names its own.
  const isMixed = new Set(running.map(({ organization_id }) => organization_id)).size > 1;
  const text = ({ content, organization_name: name }: Notice) =>
    isMixed || name === null ? `[${name ?? t('shell.notice.toAll')}] ${content}` : content;
  const dismiss = () => {
    const bringBack = dismissNotices(all);
    offerUndo({ text: t('shell.notice.dismissed'), undo: async () => bringBack() });
  };
  const step = (by: number) => setAt((at + by + running.length) % running.length);
  return (
    <>
      {/* It is there before its text, so that a notice that comes is announced. */}
      <div className="sr" role="status">
        {running.map(text).join('\n')}
      </div>
      {notice === undefined ? null : (
        <section
          className={styles.line}
          aria-label={t('shell.notice.label')}
          data-still={calm || isPaused || undefined}
        >
          <Icon name="megaphone" />
          <button type="button" className={styles.window} title={t('shell.notice.all')} onClick={() => setOpen(true)}>
            <span
              key={`${notice.id}:${at}`}
              className={styles.text}
              style={{ animationDuration: `${RUN_S + text(notice).length * LETTER_S}s` }}
              onAnimationIteration={() => step(1)}
            >
              {text(notice)}
            </span>
          </button>
          {running.length > 1 ? (
            <span className={styles.steps}>
              <LineButton icon="chevronLeft" label={t('shell.notice.previous')} onClick={() => step(-1)} />
              <span className="num">
                {(at % running.length) + 1}/{running.length}
              </span>
              <LineButton icon="chevronRight" label={t('shell.notice.next')} onClick={() => step(1)} />
            </span>
          ) : null}
          {calm ? null : (
            <LineButton
              icon={isPaused ? 'play' : 'pause'}
              label={t(isPaused ? 'shell.notice.run' : 'shell.notice.pause')}
              onClick={() => setPaused(!isPaused)}
            />
          )}
          <LineButton icon="close" label={t('shell.notice.dismiss')} onClick={dismiss} />
        </section>
      )}
      <NoticesDialog notices={isOpen ? running : []} onClose={() => setOpen(false)} />
    </>
  );
}

function LineButton({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <IconButton aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </IconButton>
  );
}

function NoticesDialog({ notices, onClose }: { notices: readonly Notice[]; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const close = (
    <Button variant="contained" onClick={onClose}>
      {t('button.close')}
    </Button>
  );
  return (
    <Dialog open={notices.length > 0} title={t('shell.notice.label')} onClose={onClose} actions={close}>
      <ul className={styles.notices}>
        {notices.map(({ id, content, organization_name, updated_time }) => (
          <li key={id}>
            <p>{content}</p>
            <small>
              {organization_name ?? t('shell.notice.toAll')}
              {t('common.separator')}
              {formatDate(updated_time, 'minute', { language, timeZone: viewerZone() })}
            </small>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
