import { AUDIT_STREAM_ORDERS, auditStreams } from '@airdeck/contract/audit-stream/routes';
import { type AuditStream, MAX_COUNTED_RECORDS, STREAMED_RECORDS } from '@airdeck/contract/audit-stream/schema';
import { useTranslation } from 'react-i18next';
import { AddedStream, RenewStreamSecret, TestStream } from '../audit-stream/stream-dialogs.tsx';
import type { Column, Definition } from '../model/definition.ts';
import { sendErrorText } from '../notifications/send-error.ts';
import { nameOf, STAMPS, toOrganization, USE } from './places.ts';

const REFRESH_MS = 15_000;

function OwnerCell({ item }: { item: AuditStream }) {
  const { t } = useTranslation();
  return <>{item.organization_name ?? t('admin.auditStream.all')}</>;
}

/** The host only: the rest of an address is long, and may contain a key. */
function AddressCell({ item: { url } }: { item: AuditStream }) {
  return <>{URL.parse(url)?.host ?? url}</>;
}

function WaitingCell({ item: { waiting_records: count } }: { item: AuditStream }) {
  const { t, i18n } = useTranslation();
  return (
    <>{count < MAX_COUNTED_RECORDS ? count.toLocaleString(i18n.language) : t('admin.auditStream.more', { count })}</>
  );
}

function ErrorCell({ item: { last_error: error } }: { item: AuditStream }) {
  const { t } = useTranslation();
  return <>{error === null ? '–' : sendErrorText(t, error)}</>;
}

const OWNER: Column<AuditStream> = { name: 'organization_name', Cell: OwnerCell };
const STATE: readonly Column<AuditStream>[] = [
  { name: 'waiting_records', Cell: WaitingCell },
  { name: 'last_success_time', kind: 'time' },
  { name: 'last_error', Cell: ErrorCell },
  { name: 'skipped_records', kind: 'number' },
];

/** Where the audit log and the login history are sent, and whether they arrive. */
export const AUDIT_STREAM: Definition<typeof auditStreams> = {
  title: 'auditStream',
  empty: 'auditStream',
  entity: 'audit_streams',
  routes: auditStreams,
  sortable: AUDIT_STREAM_ORDERS,
  places: 'organization',
  filters: [{ name: 'records', choice: 'records', options: STREAMED_RECORDS }, USE],
  columns: [
    { name: 'name', primary: true },
    OWNER,
    { name: 'records', kind: 'choice', choice: 'records' },
    { name: 'url', Cell: AddressCell },
    ...STATE,
    { name: 'last_error_time', kind: 'time', extra: true },
    { name: 'use', kind: 'choice', choice: 'use' },
    ...STAMPS,
  ],
  facts: [
    OWNER,
    { name: 'records', kind: 'choice', choice: 'records' },
    ...STATE,
    { name: 'last_error_time', kind: 'time' },
  ],
  fields: [
    {
      ...{ name: 'organization_id', kind: 'reference', reference: toOrganization, onlyWhenAdded: true },
      hint: 'stream_organization',
    },
    {
      ...{ name: 'records', kind: 'choice', choice: 'records', options: STREAMED_RECORDS, required: true },
      ...{ onlyWhenAdded: true, hint: 'stream_records' },
    },
    { name: 'name', kind: 'text', required: true },
    { name: 'url', kind: 'text', required: true, hint: 'webhook_url' },
    { name: 'use', kind: 'yesNo', hint: 'stream_use' },
  ],
  initial: { records: 'AUDIT', use: 'Y' },
  nameOf,
  Added: AddedStream,
  actions: [
    { key: 'test', label: (t) => t('admin.auditStream.test'), visible: (_, may) => may.edit, Dialog: TestStream },
    {
      key: 'renew',
      label: (t) => t('admin.auditStream.renew'),
      visible: (_, may) => may.edit,
      Dialog: RenewStreamSecret,
    },
  ],
  note: 'auditStream',
  refreshMs: REFRESH_MS,
};
