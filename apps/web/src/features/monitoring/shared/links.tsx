import type { PlaceRef } from '@airdeck/contract/monitoring/schema';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useOnlyOrganization } from '../../../lib/session/only-organization.ts';
import { Breadcrumb, type Crumb } from '../../../ui/breadcrumb.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type MonitoringScreen, SCREEN_BELOW, screenAddress, startScreen } from '../address/screen.ts';
import { useMonitoringSearch } from '../address/search.ts';
import { searchToward } from '../address/search-after.ts';
import styles from './links.module.css';

interface PlaceLinkProps {
  screen: MonitoringScreen;
  id?: number;
  className?: string | undefined;
  children: React.ReactNode;
  onClick?: () => void;
  'aria-label'?: string;
  'aria-current'?: 'page' | undefined;
  title?: string;
}

/** A link to a Monitoring screen, which keeps the filters that the specification names. */
export function PlaceLink({ screen, id, children, ...rest }: PlaceLinkProps) {
  const [search] = useMonitoringSearch();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <Link to={screenAddress(screen, id)} search={() => searchToward(path, screen, search)} {...rest}>
      {children}
    </Link>
  );
}

interface PastLinkProps {
  /** The screen of past values, and its query. */
  to: '/current/current/instrument' | '/current/current/sensorcur';
  search: object;
}

/** A link to past values. */
export function PastLink({ to, search }: PastLinkProps) {
  const { t } = useTranslation();
  return (
    <Link to={to} search={() => search} className={styles.past}>
      <Icon name="history" size={18} />
      {t('history.link')}
    </Link>
  );
}

/** A link to the floor plans of an office. */
export function PlanLink({ id }: { id: number }) {
  const { t } = useTranslation();
  return (
    <Link to="/monitoring/plan/$id" params={{ id: String(id) }} className={styles.past}>
      <Icon name="map" size={18} />
      {t('plan.link')}
    </Link>
  );
}

const TABS = ['sensor', 'localization', 'purifier'] as const satisfies readonly MonitoringScreen[];

interface MeterTabsProps {
  current: (typeof TABS)[number];
  /** Id of the meter; without it the tabs lead to the screens of all meters. */
  id: number | undefined;
}

/** The three screens of a meter, side by side. */
export function MeterTabs({ current, id }: MeterTabsProps) {
  const { t } = useTranslation();
  return (
    <nav className={styles.tabs} aria-label={t('monitoring.tabs')}>
      {TABS.map((screen) => (
        <PlaceLink
          key={screen}
          screen={screen}
          {...(id === undefined ? {} : { id })}
          className={styles.tab}
          aria-current={screen === current ? 'page' : undefined}
        >
          {t(`monitoring.screen.${screen}`)}
        </PlaceLink>
      ))}
    </nav>
  );
}

interface PathBreadcrumbProps {
  screen: MonitoringScreen;
  /** The item that is shown and everything above it, topmost first; empty shows the whole level. */
  path: readonly PlaceRef[];
}

/** The breadcrumb. Each place leads to what lies below it. */
export function PathBreadcrumb({ screen, path }: PathBreadcrumbProps) {
  const { t } = useTranslation();
  const [search] = useMonitoringSearch();
  const here = useLocation({ select: ({ pathname }) => pathname });
  const only = useOnlyOrganization();
  const link = (label: string, to: MonitoringScreen, id?: number): Crumb => ({
    label,
    to: screenAddress(to, id),
    search: () => searchToward(here, to, search),
  });
  const start = startScreen(only);
  const top: Crumb = {
    ...link(t('monitoring.title'), start.screen, start.id),
    // All the way up, the filters go as they do toward the organizations.
    search: () => searchToward(here, 'organizations', search),
  };
  // Monitoring is the only organization: naming it once more would lead to the same screen.
  const places = path.filter(({ kind }) => kind !== 'organization' || only === null);
  if (places.length === 0 && path.length > 0) return <Breadcrumb items={[{ label: t('monitoring.title') }]} />;
  const last = places.at(-1);
  const above = places.slice(0, -1).map(({ kind, id, name }) => link(name, SCREEN_BELOW[kind], id));
  const own: Crumb[] = [];
  if (last === undefined) own.push({ label: t(`monitoring.screen.${screen}`) });
  else if (screen === SCREEN_BELOW[last.kind]) own.push({ label: last.name });
  else own.push(link(last.name, SCREEN_BELOW[last.kind], last.id), { label: t(`monitoring.screen.${screen}`) });
  return <Breadcrumb items={[top, ...above, ...own]} />;
}
