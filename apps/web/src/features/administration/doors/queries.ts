import { doorDevices, doors, getDoorParts, getDoorPreview } from '@airdeck/contract/door/routes';
import { localServers } from '@airdeck/contract/local-server/routes';
import { routeQuery } from '../../../lib/api/route-query.ts';

/** Interval at which a person who waits for a message sees it. */
export const REFRESH_MS = 2_000;
const MOST = 100;

export const partsQuery = () => routeQuery(getDoorParts, {});

/** The data sources of an organization. */
export const doorsQuery = (organizationId: number) =>
  routeQuery(doors.list, { query: { organizationId: String(organizationId), size: MOST, use: 'Y' } });

/** The devices behind a data source, those that spoke last first. */
export const doorDevicesQuery = (doorId: number) =>
  routeQuery(doorDevices.list, { query: { doorId: String(doorId), size: MOST, sort: ['last_seen_time,DESC'] } });

/** The devices of an organization, those that spoke last first. */
export const spokenDevicesQuery = (organizationId: number) =>
  routeQuery(doorDevices.list, {
    query: { organizationId: String(organizationId), size: MOST, sort: ['last_seen_time,DESC'] },
  });

/** The last message of a device, decoded by its driver or another one. */
export const previewQuery = (id: number, driver?: string) =>
  routeQuery(getDoorPreview, { params: { id: String(id) }, query: driver === undefined ? {} : { driver } });

export const localServersQuery = (organizationId: number) =>
  routeQuery(localServers.list, { query: { organizationId: String(organizationId), size: MOST, use: 'Y' } });

/** One data source. */
export const doorQuery = (id: number) => routeQuery(doors.read, { params: { id: String(id) } });
