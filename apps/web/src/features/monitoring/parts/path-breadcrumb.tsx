import type { PlaceRef } from '@airdeck/contract/monitoring/schema';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Breadcrumb, type Crumb } from '../../../ui/breadcrumb.tsx';
import { SCREEN_BELOW, type Screen, screenAddress } from '../address/screen.ts';
import { searchToward } from '../address/search-after.ts';
import { useMonitoringSearch } from '../address/use-monitoring-search.ts';

interface PathBreadcrumbProps {
  screen: Screen;
  /** The item that is shown and everything above it, topmost first; empty shows the whole level. */
  path: readonly PlaceRef[];
}

/** The way up: each place leads to what lies below it. */
export function PathBreadcrumb({ screen, path }: PathBreadcrumbProps) {
  const { t } = useTranslation();
  const [search] = useMonitoringSearch();
  const here = useLocation({ select: ({ pathname }) => pathname });
  const link = (label: string, to: Screen, id?: number): Crumb => ({
    label,
    to: screenAddress(to, id),
    search: () => searchToward(here, to, search),
  });
  const last = path.at(-1);
  const above = path.slice(0, -1).map(({ kind, id, name }) => link(name, SCREEN_BELOW[kind], id));
  const own: Crumb[] = [];
  if (last === undefined) own.push({ label: t(`monitoring.screen.${screen}`) });
  else if (screen === SCREEN_BELOW[last.kind]) own.push({ label: last.name });
  else own.push(link(last.name, SCREEN_BELOW[last.kind], last.id), { label: t(`monitoring.screen.${screen}`) });
  return <Breadcrumb items={[link(t('monitoring.title'), 'agency'), ...above, ...own]} />;
}
