import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import styles from './share-menu.module.css';

/** Its code is loaded on first use. */
const SharePanel = lazy(async () => ({ default: (await import('./share-panel.tsx')).SharePanel }));

interface ShareMenuProps {
  /** Subject of the mail, title of the system's share sheet. */
  title: string;
  /** The absolute address; made when the menu opens. */
  url: () => string;
  /** How the link differs from the address bar, if it does. */
  note?: string | undefined;
}

/** A button that opens ways to pass a link on: copy, mail, and the system's share sheet where there is one. */
export function ShareMenu({ title, url, note }: ShareMenuProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<{ anchor: HTMLElement; url: string } | null>(null);
  return (
    <>
      <Tooltip title={t('screen.share.title')}>
        <IconButton
          className={styles.opener ?? ''}
          aria-label={t('screen.share.title')}
          aria-haspopup="dialog"
          onClick={(event) => setOpened({ anchor: event.currentTarget, url: url() })}
        >
          <Icon name="share" size={18} />
        </IconButton>
      </Tooltip>
      <Popover
        open={opened !== null}
        anchorEl={opened?.anchor ?? null}
        onClose={() => setOpened(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('screen.share.title') } }}
      >
        <Suspense fallback={<div className={styles.panel} />}>
          {opened === null ? null : <SharePanel title={title} url={opened.url} note={note} />}
        </Suspense>
      </Popover>
    </>
  );
}
