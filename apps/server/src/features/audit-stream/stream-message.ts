import { withoutSecrets } from '@airdeck/contract/record/changes';
import type { AuditRow, LoginRow } from './record-queries.ts';
import type { StreamTarget } from './stream-queries.ts';

export const auditOf = ({ time, before, after, ...row }: AuditRow): object => ({
  ...row,
  time: time.toISOString(),
  before: withoutSecrets(before),
  after: withoutSecrets(after),
});

export const loginOf = ({ number, time, ...row }: LoginRow): object => ({
  id: number,
  ...row,
  time: time.toISOString(),
});

/** The body of a stream's message (docs/webhooks.md). */
export const streamBody = (
  { name, records, organization_code: code, organization_name, skipped_count }: StreamTarget,
  message: { id: string; now: number; records: readonly object[]; isTest?: boolean },
): string =>
  JSON.stringify({
    id: message.id,
    type: message.isTest ? 'test' : records.toLowerCase(),
    time: new Date(message.now).toISOString(),
    organization: code === null ? null : { code, name: organization_name },
    stream: name,
    skipped: skipped_count,
    records: message.records,
  });
