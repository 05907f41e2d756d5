import { isDeviceTime } from '@airdeck/contract/protocol/message';
import { getQuarantine, getRejections } from '@airdeck/contract/reading/routes';
import { MESSAGE_REJECTIONS, type QUARANTINE_REASONS, REJECTIONS } from '@airdeck/contract/reading/schema';
import { getHealth, type HealthProblem } from '@airdeck/contract/session/routes';
import { channelKey, isChannel, typeOfChannel } from '@airdeck/domain/channel';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Db } from '../../platform/db/pool.ts';
import { pageAnswer } from '../../platform/db/read-page.ts';
import type { DiskSpace } from '../../platform/disk-space.ts';
import { addPublicRoute, addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { FrameWriter } from '../../store/writer/frame-writer.ts';
import { listWaiting, type QuarantineListRow } from './quarantine-queries.ts';
import { listRejections } from './rejection-queries.ts';

/** Devices wait that long now and then: a database that is restarted is back by then. */
const MAX_STALLED_MS = 10_000;

/** A time as it may leave the server: rows of older versions may have times that no calendar of ours has. */
const instantOrNull = (time: Date | number): string | null => {
  const ms = new Date(time).getTime();
  return isDeviceTime(ms) ? new Date(ms).toISOString() : null;
};

/** What a frame says; a channel or value that cannot be one is left out. */
const readingsOf = ({ channel, value }: Pick<QuarantineListRow, 'channel' | 'value'>): Record<string, number> => {
  const known = channel.map((c, i) => [c, value[i]] as const).filter(([c, v]) => isChannel(c) && v != null);
  return Object.fromEntries(known.map(([c, v]) => [channelKey(c), fromTicks(typeOfChannel(c), v ?? 0)]));
};

const REASONS = [...REJECTIONS, ...MESSAGE_REJECTIONS];
type WaitingReason = (typeof QUARANTINE_REASONS)[number];

export const addReadingRoutes = (http: Http, db: Db): void => {
  addRoute(http, getRejections, async ({ query, scope }) => {
    const { rows, total } = await listRejections(db, scope, query, query);
    const content = rows.map((row) => ({
      ...row,
      // A newer version may have had reasons that this one does not know.
      reason: REASONS.find((reason) => reason === row.reason) ?? 'FAILED',
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

/** What a supervisor or a load balancer asks: it goes by the status alone. */
export const addHealthRoute = (
  http: Http,
  { disk, writer }: { disk: Pick<DiskSpace, 'isLow'>; writer: Pick<FrameWriter, 'stalledMs'> },
): void =>
  addPublicRoute(http, getHealth, ({ reply }) => {
    const problems: HealthProblem[] = [];
    if (disk.isLow()) problems.push('DISK_FULL');
    if (writer.stalledMs() > MAX_STALLED_MS) problems.push('READINGS_NOT_STORED');
    if (problems.length === 0) return { status: 'ok' as const, problems };
    const answer = { status: 'failing', problems };
    // As text: other statuses than 200 are documented as errors, which this is not.
    return reply.code(503).type('application/json; charset=utf-8').send(JSON.stringify(answer));
  });
