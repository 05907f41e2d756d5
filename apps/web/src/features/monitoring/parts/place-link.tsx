import { Link, useLocation } from '@tanstack/react-router';
import { type Screen, screenAddress } from '../address/screen.ts';
import { searchToward } from '../address/search-after.ts';
import { useMonitoringSearch } from '../address/use-monitoring-search.ts';

interface PlaceLinkProps {
  screen: Screen;
  id?: number;
  className?: string | undefined;
  children: React.ReactNode;
  onClick?: () => void;
  'aria-label'?: string;
  'aria-current'?: 'page' | undefined;
  title?: string;
}

/** A link to a Monitoring screen: the filters go along, as far as they do. */
export function PlaceLink({ screen, id, children, ...rest }: PlaceLinkProps) {
  const [search] = useMonitoringSearch();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <Link to={screenAddress(screen, id)} search={() => searchToward(path, screen, search)} {...rest}>
      {children}
    </Link>
  );
}
