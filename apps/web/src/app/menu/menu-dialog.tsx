import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProfileDialog } from '../../features/session/profile-dialog.tsx';
import { mayUser } from '../../lib/session/actor.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { Icon } from '../../ui/icon.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { homeAddress } from '../guard.ts';
import { useKey } from '../use-key.ts';
import { AboutDialog } from './about-dialog.tsx';
import { MENU } from './definition.ts';
import { KeepLanguage } from './keep-language.tsx';
import { ManualDialog } from './manual-dialog.tsx';
import styles from './menu.module.css';
import { MenuHeader } from './menu-header.tsx';
import { MenuPanel } from './menu-panel.tsx';
import { ServiceCenterDialog } from './service-center-dialog.tsx';
import { matchesSearch, visibleMenu } from './visible-menu.ts';

interface MenuDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Moves through the links that are shown by arrow keys, from the search box and back to it; Enter there opens the first. */
function useMenuKeys(searchBox: React.RefObject<HTMLInputElement | null>) {
  const body = useRef<HTMLDivElement>(null);
  const links = () =>
    [...(body.current?.querySelectorAll<HTMLElement>('a') ?? [])].filter((link) => link.closest('[hidden]') === null);
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter that ends a Hangul syllable is no Enter.
    if (event.nativeEvent.isComposing) return;
    const [first] = links();
    const opens = event.key === 'Enter' && event.currentTarget.value.trim() !== '';
    if (!opens && event.key !== 'ArrowDown') return;
    // Else Enter would also press the button that opened the menu, which has the focus again by then.
    event.preventDefault();
    if (opens) return first?.click();
    event.stopPropagation();
    first?.focus();
  };
  const onBodyKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    const next = event.key === 'ArrowDown' ? all[at + 1] : (all[at - 1] ?? searchBox.current);
    next?.focus();
  };
  return { body, onSearchKey, onBodyKey };
}

/** The full-screen menu: everything that the role may open, and logout. */
export function MenuDialog({ open, onClose }: MenuDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const searchBox = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [inner, setInner] = useState<'user' | 'service' | 'manual' | 'about' | null>(null);
  useKey('/', () => searchBox.current?.focus());
  const { body, onSearchKey, onBodyKey } = useMenuKeys(searchBox);
  const user = useStore(sessionStore)?.user;
  const role = user?.authority;
  if (role === undefined) return null;
  const groups = visibleMenu(
    MENU,
    role,
    ({ key }) => t(`menu.item.${key}`),
    search,
    (entity) => mayUser(user, 'read', entity),
  );
  const closeInner = () => setInner(null);
  const isSearching = search.trim() !== '';
  const hasMonitoring = matchesSearch(t('menu.main.monitoring'), search);
  const found = groups.flatMap(({ subgroups }) => subgroups.flatMap(({ items }) => items));
  const count = found.length + (hasMonitoring ? 1 : 0);
  /** The entry that Enter opens. */
  const first = isSearching && !hasMonitoring ? found[0]?.key : undefined;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onKeyDown={onBodyKey}
      fullScreen
      aria-labelledby={titleId}
      slotProps={{
        paper: { className: styles.paper ?? '' },
        // The next search begins empty; not while it can still be seen.
        transition: { onExited: () => setSearch('') },
      }}
    >
      <MenuHeader
        titleId={titleId}
        searchBox={searchBox}
        search={search}
        onSearch={setSearch}
        onSearchKey={onSearchKey}
        onUserInfo={() => setInner('user')}
        onClose={onClose}
      />
      <div ref={body} className={styles.body}>
        <div className="sr" role="status">
          {isSearching ? t('menu.found', { count }) : ''}
        </div>
        {hasMonitoring ? <MenuMonitoring isFirst={isSearching} onNavigate={onClose} /> : null}
        {groups.map((group) => (
          <MenuPanel key={group.key} group={group} searching={isSearching} first={first} onNavigate={onClose} />
        ))}
        {count === 0 ? <p className={styles.none}>{t('menu.searchEmpty', { text: search })}</p> : null}
        <MenuFooter onOpen={setInner} />
      </div>
      {inner === 'user' ? <ProfileDialog onClose={closeInner} /> : null}
      <ServiceCenterDialog open={inner === 'service'} onManual={() => setInner('manual')} onClose={closeInner} />
      <ManualDialog open={inner === 'manual'} onClose={closeInner} />
      <AboutDialog open={inner === 'about'} onClose={closeInner} />
    </Dialog>
  );
}

function MenuMonitoring({ isFirst, onNavigate }: { isFirst: boolean; onNavigate: () => void }) {
  const { t } = useTranslation();
  return (
    <Link to={homeAddress()} className={styles.monitoring} data-first={isFirst || undefined} onClick={onNavigate}>
      <Icon name="pulse" size={26} />
      {t('menu.main.monitoring')}
      <span className={styles.end}>
        <Icon name="arrowRight" />
      </span>
    </Link>
  );
}

function MenuFooter({ onOpen }: { onOpen: (dialog: 'service' | 'manual' | 'about') => void }) {
  const { t } = useTranslation();
  const user = useStore(sessionStore)?.user;
  return (
    <footer className={styles.footer}>
      <div className={styles.help}>
        <Button color="inherit" startIcon={<Icon name="headset" />} onClick={() => onOpen('service')}>
          {t('menu.serviceCenter')}
        </Button>
        {mayUser(user, 'create', 'meters') ? (
          <Button color="inherit" startIcon={<Icon name="check" />} component={Link} to="/management/setup">
            {t('admin.setup.title')}
          </Button>
        ) : null}
        <Button color="inherit" startIcon={<Icon name="info" />} onClick={() => onOpen('about')}>
          {t('shell.about.title')}
        </Button>
      </div>
      <div className={styles.help}>
        <KeepLanguage />
        <LanguageSwitch />
      </div>
    </footer>
  );
}
