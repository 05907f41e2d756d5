import useMediaQuery from '@mui/material/useMediaQuery';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { PHONE } from '../../ui/theme/tokens.ts';
import { useKey } from '../use-key.ts';
import { KeysDialog } from './keys-dialog.tsx';
import styles from './shell.module.css';
import { ShellNotices } from './shell-notices.tsx';
import { PhoneDrawer, SideDrawer } from './side-drawer.tsx';
import { TopBar } from './top-bar.tsx';

const MenuDialog = lazy(async () => ({ default: (await import('../menu/menu-dialog.tsx')).MenuDialog }));

const RenewPassword = lazy(async () => ({
  default: (await import('../../features/session/renew-password.tsx')).RenewPassword,
}));

/** What is around every screen that needs a session; in its place stands a new password where that comes first. */
export function Shell() {
  const mustRenew = useStore(sessionStore)?.user.must_renew === true;
  if (!mustRenew) return <Frame />;
  return (
    <Suspense>
      <RenewPassword />
    </Suspense>
  );
}

function Frame() {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE);
  const [menu, setMenu] = useState({ open: false, used: false });
  const openMenu = () => setMenu({ open: true, used: true });
  const [keys, setKeys] = useState(false);
  useKey('/', openMenu);
  useKey('?', () => setKeys(true));
  return (
    <>
      <a href="#content" className={styles.skip}>
        {t('shell.skip')}
      </a>
      <TopBar start={phone ? <PhoneDrawer /> : null} onOpenMenu={openMenu} />
      <ShellNotices />
      <div className={styles.frame}>
        {phone ? null : <SideDrawer />}
        <main id="content" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
      <KeysDialog open={keys} onClose={() => setKeys(false)} />
      {menu.used ? (
        <Suspense>
          <MenuDialog open={menu.open} onClose={() => setMenu({ open: false, used: true })} />
        </Suspense>
      ) : null}
    </>
  );
}
