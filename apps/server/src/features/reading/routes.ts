import { getQuarantine, getRejections } from '@airdeck/contract/reading/routes';
import type { MESSAGE_REJECTIONS, QUARANTINE_REASONS, REJECTIONS } from '@airdeck/contract/reading/schema';
import { getHealth } from '@airdeck/contract/session/routes';
import { channelKey, typeOfChannel } from '@airdeck/domain/channel';
import { seesEveryOrganization } from '@airdeck/domain/role';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Db } from '../../platform/db/pool.ts';
import { addPublicRoute, addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Who } from '../../platform/http/who.ts';
import type { FrameWriter } from '../../store/writer/frame-writer.ts';
import { listWaiting } from './quarantine-queries.ts';
import { listRejections } from './rejection-queries.ts';

/** Devices wait that long now and then: a database that is restarted is back by then. */
const MAX_STALLED_MS = 10_000;

type Reason = (typeof REJECTIONS)[number] | (typeof MESSAGE_REJECTIONS)[number];
type WaitingReason = (typeof QUARANTINE_REASONS)[number];

const scopeOf = (who: Who): number | null => (seesEveryOrganization(who.authority) ? null : who.organizationId);

const pagedAnswer = <T>(content: T[], total: number, size: number) => ({
  content,
  totalPages: Math.ceil(total / size),
  totalElements: total,
});

export const addReadingRoutes = (http: Http, db: Db): void => {
  addRoute(http, getRejections, async ({ query, who }) => {
    const { rows, total } = await listRejections(db, { ...query, organizationId: scopeOf(who) }, query);
    const content = rows.map((row) => ({
      ...row,
      reason: row.reason as Reason,
      first_time: row.first_time.toISOString(),
      last_time: row.last_time.toISOString(),
    }));
    return pagedAnswer(content, total, query.size);
  });

  addRoute(http, getQuarantine, async ({ query, who }) => {
    const { rows, total } = await listWaiting(db, { ...query, organizationId: scopeOf(who) }, query);
    const content = rows.map((row) => ({
      organization_name: row.organization_name,
      device_code: row.device_code,
      reason: row.reason as WaitingReason,
      measured_time: row.measured_time.toISOString(),
      received_time: row.received_time.toISOString(),
      readings: Object.fromEntries(
        row.channel.map((channel, i) => [channelKey(channel), fromTicks(typeOfChannel(channel), row.value[i] ?? 0)]),
      ),
    }));
    return pagedAnswer(content, total, query.size);
  });
};

/** What a supervisor or a load balancer asks: it goes by the status alone. */
export const addHealthRoute = (http: Http, writer: Pick<FrameWriter, 'stalledMs'>): void =>
  addPublicRoute(http, getHealth, ({ reply }) => {
    if (writer.stalledMs() <= MAX_STALLED_MS) return { status: 'ok' as const, problems: [] };
    const answer = { status: 'failing', problems: ['READINGS_NOT_STORED'] };
    // As text: other statuses than 200 are documented as errors, which this is not.
    return reply.code(503).type('application/json; charset=utf-8').send(JSON.stringify(answer));
  });
