import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import styles from './saved-views.module.css';

/** Its code is loaded on first use. */
const ViewsPanel = lazy(async () => ({ default: (await import('./views-panel.tsx')).ViewsPanel }));

/** A user's saved views, beside the title of a screen whose state is its address. */
export function SavedViews({ title }: { title: string }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        className={styles.opener}
        aria-haspopup="dialog"
        startIcon={<Icon name="bookmark" size={18} />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={styles.label}>{t('screen.views.title')}</span>
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('screen.views.title') } }}
      >
        <Suspense fallback={<div className={styles.panel} />}>
          <ViewsPanel title={title} onClose={close} />
        </Suspense>
      </Popover>
    </>
  );
}
