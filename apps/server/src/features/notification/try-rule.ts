import { randomUUID } from 'node:crypto';
import type { NotificationDraft, PastNotifications, TestResult } from '@airdeck/contract/notification/schema';
import { DAY_MS } from '@airdeck/domain/duration';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Organization } from '../../registry/snapshot.ts';
import { findMessageRule } from './delivery-queries.ts';
import { dueOf, firstReceivers, isAbout } from './plan.ts';
import { listPast } from './plan-queries.ts';
import { checkRule } from './rule-queries.ts';
import type { Sender } from './send.ts';
import { SendError } from './send-error.ts';

const WEEK_MS = 7 * DAY_MS;
const MAX_SHOWN = 50;

export interface TryRuleOptions {
  db: Db;
  clock: Clock;
  registry: Registry;
  seal: PasswordSeal;
  sender: Pick<Sender, 'testMail' | 'testPush' | 'testPost'>;
}

/** Tests a rule before it is saved. */
export const createTryRule = ({ db, clock, registry, seal, sender }: TryRuleOptions) => {
  /** @throws Failure NOT_FOUND_ORGANIZATION, INVALID_PARAMETER */
  const check = async (scope: Scope, draft: NotificationDraft): Promise<[Organization, string | null]> => {
    const { organization_id: organizationId } = draft;
    const organization = registry.snapshot().organizations.get(organizationId);
    if (!organization || !isWithin(scope, { organizationId })) throw new Failure('NOT_FOUND_ORGANIZATION');
    const saved = draft.id === null ? undefined : await findMessageRule(db, draft.id);
    // A stored secret signs only calls to the stored address: otherwise it could be probed from elsewhere.
    const isSame = saved?.organization_code === organization.code && saved.url === draft.url;
    const stored = isSame && saved.secret !== null ? seal.open(saved.secret) : null;
    await checkRule(db, organizationId, draft, stored !== null);
    return [organization, draft.secret || stored];
  };
  const errorOf = (error: unknown): string => {
    if (error instanceof SendError) return error.message;
    throw error;
  };

  return {
    /** Sends a test to all first receivers of the rule. */
    async test(scope: Scope, draft: NotificationDraft): Promise<TestResult> {
      const [organization, secret] = await check(scope, draft);
      const rule = {
        ...{ id: 0, name: draft.name, url: draft.url, secret: null, message_language: draft.message_language },
        organization_name: organization.name,
        organization_code: organization.code,
        time_zone: organization.timeZone,
      };
      const send = (receiver: string): Promise<void> => {
        if (draft.channel === 'MAIL') return sender.testMail(rule, organization.id, receiver);
        if (draft.channel === 'PUSH') return sender.testPush(rule.name, organization.id, receiver);
        return sender.testPost(rule, secret, randomUUID());
      };
      const results = await Promise.all(
        firstReceivers(draft).map((receiver) =>
          send(receiver).then(
            () => ({ receiver, error: null }),
            (error) => ({ receiver, error: errorOf(error) }),
          ),
        ),
      );
      return { results };
    },
    /** The alarms of the last week that the rule would have sent. */
    async preview(scope: Scope, draft: NotificationDraft): Promise<PastNotifications> {
      const [organization] = await check(scope, draft);
      const rule = { ...draft, id: draft.id ?? 0, digest_min: draft.delivery === 'DIGEST' ? draft.digest_min : null };
      const past = await listPast(db, organization.id, clock.now() - WEEK_MS);
      const told = past
        .filter((alarm) => isAbout(rule, alarm))
        .map((alarm) => {
          const time = alarm.occurred_time.getTime();
          const withoutQuiet = { ...rule, quiet_from: null, quiet_to: null };
          const due = dueOf(rule, alarm.severity, time, organization.timeZone);
          return { alarm, due, isQuiet: due > dueOf(withoutQuiet, alarm.severity, time, organization.timeZone) };
        });
      return {
        total: told.length,
        quiet: told.filter(({ isQuiet }) => isQuiet).length,
        alarms: told.slice(0, MAX_SHOWN).map(({ alarm: { occurred_time, category: _, ...alarm }, due }) => ({
          ...alarm,
          time: occurred_time.toISOString(),
          due_time: new Date(due).toISOString(),
        })),
      };
    },
  };
};
