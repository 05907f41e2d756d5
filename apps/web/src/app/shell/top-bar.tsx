import useMediaQuery from '@mui/material/useMediaQuery';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AlarmBadge } from '../../features/alarm/shell/alarm-badge.tsx';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { BreadcrumbOutlet } from '../../ui/breadcrumb.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PHONE, WIDE } from '../../ui/theme/tokens.ts';
import { homeAddress } from '../guard.ts';
import { AccountSwitch } from './account-switch.tsx';
import { LiveIndicator } from './live-indicator.tsx';
import { PrimaryNavigation } from './primary-navigation.tsx';
import styles from './shell.module.css';

interface TopBarProps {
  /** On phones: the button that opens the drawer. */
  start?: React.ReactNode;
  onOpenMenu: () => void;
}

/** Logo, links to the areas of the console, live state, and the avatar that opens the menu. */
export function TopBar({ start, onOpenMenu }: TopBarProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE);
  const wide = useMediaQuery(WIDE);
  const name = useStore(sessionStore)?.user.name ?? '';
  return (
    <header className={styles.top}>
      {start}
      <Link to={homeAddress()} className={styles.home} aria-label={t('shell.home')}>
        <Logo size={phone ? 26 : 34} markOnly={!phone && !wide} />
      </Link>
      {phone ? null : <PrimaryNavigation place="bar" />}
      {wide ? <BreadcrumbOutlet place="bar" className={styles.crumb} /> : <div className={styles.crumb} />}
      <AccountSwitch />
      <LiveIndicator short={!wide} />
      <AlarmBadge />
      <button
        type="button"
        className={styles.avatar}
        aria-label={t('shell.openMenu')}
        aria-haspopup="dialog"
        title={name}
        onClick={onOpenMenu}
      >
        {[...name][0]?.toLocaleUpperCase()}
      </button>
    </header>
  );
}
