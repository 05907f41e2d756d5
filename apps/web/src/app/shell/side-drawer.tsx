import MuiDrawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SiteTree } from '../../features/monitoring/tree/site-tree.tsx';
import { Icon } from '../../ui/icon.tsx';
import { BREAKPOINTS } from '../../ui/theme/tokens.ts';
import styles from './shell.module.css';

const COLLAPSED_KEY = 'drawer.collapsed';

function startsAsRail(): boolean {
  const chosen = localStorage.getItem(COLLAPSED_KEY);
  // The content of a narrower window needs the room more, as it does at 200 % of a common screen.
  return chosen === null ? window.innerWidth < BREAKPOINTS.md : chosen === 'true';
}

const ignore = () => undefined;

/** The drawer beside the content, 256 px wide, or a rail of 56; the choice survives a reload. */
export function SideDrawer() {
  const { t } = useTranslation();
  const [rail, setRail] = useState(startsAsRail);
  const toggle = () => {
    setRail(!rail);
    localStorage.setItem(COLLAPSED_KEY, String(!rail));
  };
  const word = rail ? t('shell.expandTree') : t('shell.collapseTree');
  return (
    <aside className={styles.drawer} data-rail={rail || undefined} aria-label={t('shell.tree')}>
      <div className={styles.tree}>
        <SiteTree rail={rail} onNavigate={ignore} />
      </div>
      <button type="button" className={styles.collapse} aria-expanded={!rail} aria-label={word} onClick={toggle}>
        <Icon name={rail ? 'chevronRight' : 'chevronLeft'} />
        {rail ? null : word}
      </button>
    </aside>
  );
}

/** On phones the drawer covers the screen, when its button in the top bar is pressed. */
export function PhoneDrawer() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton aria-label={t('shell.openTree')} onClick={() => setOpen(true)}>
        <Icon name="places" size={24} />
      </IconButton>
      <MuiDrawer open={open} onClose={close} slotProps={{ paper: { className: styles.paper ?? '' } }}>
        <button type="button" className={styles.collapse} onClick={close}>
          <Icon name="close" />
          {t('shell.closeTree')}
        </button>
        <div className={styles.tree}>
          <SiteTree rail={false} onNavigate={close} />
        </div>
      </MuiDrawer>
    </>
  );
}
