import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { Link } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProfileDialog } from '../../features/session/profile-dialog.tsx';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { Icon } from '../../ui/icon.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { HOME } from '../guard.ts';
import { useKey } from '../use-key.ts';
import { MENU } from './definition.ts';
import styles from './menu.module.css';
import { MenuHeader } from './menu-header.tsx';
import { MenuPanel } from './menu-panel.tsx';
import { ServiceCenterDialog } from './service-center-dialog.tsx';
import { visibleMenu } from './visible-menu.ts';

interface MenuDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The full-screen menu: everything that the role may open, and logout. */
export function MenuDialog({ open, onClose }: MenuDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const searchBox = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [inner, setInner] = useState<'user' | 'service' | null>(null);
  useKey('/', () => searchBox.current?.focus());
  const role = useStore(sessionStore)?.user.authority;
  if (role === undefined) return null;
  const groups = visibleMenu(MENU, role, ({ key }) => t(`menu.item.${key}`), search);
  const closeInner = () => setInner(null);
  return (
    <Dialog
      open={open}
      fullScreen
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { borderRadius: 0, background: 'var(--bg)' } } }}
    >
      <MenuHeader
        titleId={titleId}
        searchBox={searchBox}
        search={search}
        onSearch={setSearch}
        onUserInfo={() => setInner('user')}
        onClose={onClose}
      />
      <div className={styles.body}>
        {search === '' ? <MenuMonitoring onNavigate={onClose} /> : null}
        {groups.map((group) => (
          <MenuPanel key={group.key} group={group} searching={search !== ''} onNavigate={onClose} />
        ))}
        {groups.length === 0 ? <p className={styles.none}>{t('menu.searchEmpty', { text: search })}</p> : null}
        <MenuFooter onServiceCenter={() => setInner('service')} />
      </div>
      {inner === 'user' ? <ProfileDialog onClose={closeInner} /> : null}
      <ServiceCenterDialog open={inner === 'service'} onClose={closeInner} />
    </Dialog>
  );
}

function MenuMonitoring({ onNavigate }: { onNavigate: () => void }) {
  const { t } = useTranslation();
  return (
    <Link to={HOME} className={styles.monitoring} onClick={onNavigate}>
      <Icon name="pulse" size={26} />
      {t('menu.main.monitoring')}
      <span className={styles.end}>
        <Icon name="arrowRight" />
      </span>
    </Link>
  );
}

function MenuFooter({ onServiceCenter }: { onServiceCenter: () => void }) {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <Button color="inherit" startIcon={<Icon name="headset" />} onClick={onServiceCenter}>
        {t('menu.serviceCenter')}
      </Button>
      <LanguageSwitch />
    </footer>
  );
}
