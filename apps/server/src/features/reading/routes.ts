import { getQuarantine, getRejections } from '@airdeck/contract/reading/routes';
import type { MESSAGE_REJECTIONS, QUARANTINE_REASONS, REJECTIONS } from '@airdeck/contract/reading/schema';
import { channelKey, typeOfChannel } from '@airdeck/domain/channel';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Db } from '../../platform/db/pool.ts';
import { pageAnswer } from '../../platform/db/read-page.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { listWaiting } from './quarantine-queries.ts';
import { listRejections } from './rejection-queries.ts';

type Reason = (typeof REJECTIONS)[number] | (typeof MESSAGE_REJECTIONS)[number];
type WaitingReason = (typeof QUARANTINE_REASONS)[number];

export const addReadingRoutes = (http: Http, db: Db): void => {
  addRoute(http, getRejections, async ({ query, scope }) => {
    const { rows, total } = await listRejections(db, scope, query, query);
    const content = rows.map((row) => ({
      ...row,
      reason: row.reason as Reason,
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
      measured_time: row.measured_time.toISOString(),
      received_time: row.received_time.toISOString(),
      readings: Object.fromEntries(
        row.channel.map((channel, i) => [channelKey(channel), fromTicks(typeOfChannel(channel), row.value[i] ?? 0)]),
      ),
    }));
    return pageAnswer(content, total, query.size);
  });
};
