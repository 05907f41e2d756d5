import { isDeviceTime } from '@airdeck/contract/protocol/message';
import { getQuarantine, getRejections } from '@airdeck/contract/reading/routes';
import { type QUARANTINE_REASONS, rejectionReason } from '@airdeck/contract/reading/schema';
import { channelKey, isChannel, typeOfChannel } from '@airdeck/domain/channel';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Db } from '../../platform/db/pool.ts';
import { pageAnswer } from '../../platform/db/read-page.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { listWaiting, type QuarantineListRow } from './quarantine-queries.ts';
import { listRejections } from './rejection-queries.ts';

/** A time as it may leave the server: rows of older versions may have times that no calendar of ours has. */
const instantOrNull = (time: Date | number): string | null => {
  const ms = new Date(time).getTime();
  return isDeviceTime(ms) ? new Date(ms).toISOString() : null;
};

/** The readings of a frame; an invalid channel or value is left out. */
const readingsOf = ({ channel, value }: Pick<QuarantineListRow, 'channel' | 'value'>): Record<string, number> => {
  const known = channel.map((c, i) => [c, value[i]] as const).filter(([c, v]) => isChannel(c) && v != null);
  return Object.fromEntries(known.map(([c, v]) => [channelKey(c), fromTicks(typeOfChannel(c), v ?? 0)]));
};

type WaitingReason = (typeof QUARANTINE_REASONS)[number];

export const addReadingRoutes = (http: Http, db: Db): void => {
  addRoute(http, getRejections, async ({ query, scope }) => {
    const { rows, total } = await listRejections(db, scope, query, query);
    const content = rows.map((row) => ({
      ...row,
      reason: rejectionReason(row.reason),
      first_time: row.first_time.toISOString(),
      last_time: row.last_time.toISOString(),
    }));
    return pageAnswer(content, total, query.size);
  });

  addRoute(http, getQuarantine, async ({ query, scope }) => {
    const { rows, total } = await listWaiting(db, scope, query, query);
    const content = rows.map((row) => ({
      organization_name: row.organization_name,
      device_code: row.device_code,
      reason: row.reason as WaitingReason,
      measured_time: instantOrNull(row.measured_time),
      received_time: row.received_time.toISOString(),
      readings: readingsOf(row),
    }));
    return pageAnswer(content, total, query.size);
  });
};
