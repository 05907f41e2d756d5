import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { placeOfScreen, screenOf } from '../features/monitoring/address/screen.ts';
import { treeQuery } from '../features/monitoring/api/queries.ts';
import { pathTo, siteNodes } from '../features/monitoring/tree/tree-nodes.ts';
import { onlyOrganizationOf } from '../lib/session/only-organization.ts';
import { sessionStore } from '../lib/session/session-store.ts';
import { useStore } from '../lib/store.ts';

/** The organization of the place that Monitoring shows, for a user who sees several; otherwise the user's own. */
export function useOrganizationHere(): number | undefined {
  const user = useStore(sessionStore)?.user;
  const screen = useLocation({ select: ({ pathname }) => screenOf(pathname) });
  const { id } = useParams({ strict: false });
  const place = screen === null ? null : placeOfScreen(screen, id === undefined ? undefined : Number(id));
  const isOpen = user !== undefined && onlyOrganizationOf(user) === null && place !== null;
  // The tree of the drawer, which is loaded already.
  const { data: nodes } = useQuery({ ...treeQuery(), enabled: isOpen });
  if (!isOpen || nodes === undefined) return user?.organization_id;
  return pathTo(siteNodes(nodes), place).at(-1)?.id ?? user.organization_id;
}
