import {
  acknowledgeByLink,
  notificationRules,
  notifications,
  previewNotification,
  testNotification,
} from '@airdeck/contract/notification/routes';
import { receiversOf, stepsOf } from '@airdeck/contract/notification/rule';
import { insertAudit } from '../../audit/audit-queries.ts';
import type { FeedWriter } from '../../feed/feed.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { addPublicRoute, addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Pusher } from '../../platform/web-push.ts';
import { createResource, type ResourceDeps } from '../../resource/resource.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import { acknowledgeMessage, findUserMail, listRulesOf, type NotificationLink, takeLink } from './delivery-queries.ts';
import { notificationTable } from './notification-queries.ts';
import { addPushRoutes } from './push.ts';
import { createNotificationRuleTable } from './rule-queries.ts';
import { hashOf } from './send.ts';
import { createTryRule, type TryRuleOptions } from './try-rule.ts';

/** Low, because each test sends mails or posts to a URL that need not be saved. */
const TESTS_A_MINUTE = 5;
const PREVIEWS_A_MINUTE = 60;
const LINKS_A_MINUTE = 30;

/** Whether a link's receiver is still a receiver of its rule, with the address to which the link was sent. */
const mayAcknowledge = async (tx: Tx, link: NotificationLink): Promise<boolean> => {
  const rules = await listRulesOf(tx, link);
  const isReceiver = rules.some((rule) =>
    [...receiversOf(rule.recipients), ...stepsOf(rule.escalate_to).flat()].includes(link.receiver),
  );
  if (!isReceiver || link.receiver.includes('@')) return isReceiver;
  const user = await findUserMail(tx, link.organization_id, link.receiver);
  return user !== undefined && (link.address === null || link.address === user.email);
};

export interface NotificationRoutesOptions extends ResourceDeps, TryRuleOptions {
  pusher: Pusher;
  feed: FeedWriter;
}

export const addNotificationRoutes = (http: Http, options: NotificationRoutesOptions): void => {
  const { db, clock, feed, seal, pusher } = options;
  const trial = createTryRule(options);
  addResourceRoutes(http, notificationRules, createResource(options, createNotificationRuleTable(seal)));
  addResourceRoutes(http, notifications, createResource(options, notificationTable));
  addPushRoutes(http, { db, pusher });
  addRoute(http, testNotification, ({ body, scope }) => trial.test(scope, body), {
    notFound: 'NOT_FOUND_ORGANIZATION',
    perMinute: TESTS_A_MINUTE,
  });
  addRoute(http, previewNotification, ({ body, scope }) => trial.preview(scope, body), {
    notFound: 'NOT_FOUND_ORGANIZATION',
    perMinute: PREVIEWS_A_MINUTE,
  });
  addPublicRoute(
    http,
    acknowledgeByLink,
    async ({ body, request }) => {
      const now = clock.now();
      const count = await db.tx(async (tx) => {
        const link = await takeLink(tx, hashOf(body.token), now);
        if (!link) throw new Failure('BAD_CREDENTIALS');
        if (!(await mayAcknowledge(tx, link))) throw new Failure('LINK_ENDED');
        const alarms = await acknowledgeMessage(tx, link, now);
        const notes = alarms.map(({ id }) => ({
          ...{ action: 'write' as const, entity: 'alarms' as const, entityId: id },
          organizationId: link.organization_id,
          before: { acknowledged_by: null },
          after: { acknowledged_by: link.receiver },
        }));
        await insertAudit(tx, { userId: null, ip: request.ip }, notes, now);
        await feed.append(
          tx,
          alarms.map(({ id, meter_id }) => ({
            kind: 'alarm',
            alarm: {
              alarmId: id,
              organizationId: link.organization_id,
              meterId: meter_id,
              event: 'ACKNOWLEDGED',
              time: now,
            },
          })),
        );
        return alarms.length;
      });
      feed.wake('alarm');
      return { count };
    },
    { perMinute: LINKS_A_MINUTE },
  );
};
