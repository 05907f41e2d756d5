import useMediaQuery from '@mui/material/useMediaQuery';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useSnackbar } from 'notistack';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlarmWatch } from '../../features/alarm/shell/alarm-watch.tsx';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { hasWorkers, registerWorker } from '../../lib/worker.ts';
import { BreadcrumbOutlet } from '../../ui/breadcrumb.tsx';
import { PHONE } from '../../ui/theme/tokens.ts';
import { deniedStore } from '../guard.ts';
import { MENU_ROUTES } from '../menu/menu-routes.ts';
import { useKey } from '../use-key.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { PrimaryNavigation } from './primary-navigation.tsx';
import styles from './shell.module.css';
import { ShellNotices } from './shell-notices.tsx';
import { PhoneDrawer, SideDrawer } from './side-drawer.tsx';
import { TopBar } from './top-bar.tsx';

const MenuDialog = lazy(async () => ({ default: (await import('../menu/menu-dialog.tsx')).MenuDialog }));

const NoticeLine = lazy(async () => ({ default: (await import('../../features/notice/notice-line.tsx')).NoticeLine }));

const SecureAccount = lazy(async () => ({
  default: (await import('../../features/session/secure-account.tsx')).SecureAccount,
}));

/** The frame of every screen with a session. A user who must set a password or a second factor sees that form instead. */
export function Shell() {
  const user = useStore(sessionStore)?.user;
  if (!user?.must_renew && user?.second_factor !== 'REQUIRED') return <Frame />;
  return (
    <Suspense>
      <SecureAccount />
    </Suspense>
  );
}

/** Message on the screen that is shown instead: the role may not open the requested one. */
function useDenied(): void {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const denied = useStore(deniedStore);
  useEffect(() => {
    if (denied === null) return;
    deniedStore.set(null);
    const screen = MENU_ROUTES.find(({ path }) => path === denied);
    enqueueSnackbar(
      t('shell.denied', {
        screen: screen === undefined ? t('shell.deniedScreen') : t(`menu.item.${screen.key}`),
        role: t(`session.role.${sessionStore.get()?.user.authority ?? 'LOCAL_USER'}`),
      }),
      { variant: 'warning' },
    );
  }, [denied, enqueueSnackbar, t]);
}

function Frame() {
  const { t } = useTranslation();
  useDenied();
  const phone = useMediaQuery(PHONE);
  const [menu, setMenu] = useState({ open: false, used: false });
  const openMenu = () => setMenu({ open: true, used: true });
  const [keys, setKeys] = useState(false);
  const isMonitoring = useLocation({ select: ({ pathname }) => pathname.startsWith('/monitoring/') });
  useEffect(() => {
    // Without it only the offline page is missing.
    if (hasWorkers()) registerWorker().catch(() => undefined);
  }, []);
  useKey('/', openMenu);
  useKey('?', () => setKeys(true));
  return (
    <>
      <a href="#content" className={styles.skip}>
        {t('shell.skip')}
      </a>
      <TopBar start={phone ? <PhoneDrawer /> : null} onOpenMenu={openMenu} />
      <AlarmWatch />
      <LeaveGuard />
      <div className={styles.frame}>
        {phone ? null : <SideDrawer />}
        <div className={styles.column}>
          <ShellNotices />
          <BreadcrumbOutlet place="strip" className={styles.strip} />
          <main id="content" tabIndex={-1} className={styles.main}>
            <Outlet />
          </main>
          {isMonitoring ? (
            <Suspense>
              <NoticeLine />
            </Suspense>
          ) : null}
        </div>
      </div>
      {phone ? <PrimaryNavigation place="bottom" /> : null}
      <KeysDialog open={keys} onClose={() => setKeys(false)} />
      {menu.used ? (
        <Suspense>
          <MenuDialog open={menu.open} onClose={() => setMenu({ open: false, used: true })} />
        </Suspense>
      ) : null}
    </>
  );
}
