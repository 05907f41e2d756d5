import { NOTICE_ORDERS, notices } from '@airdeck/contract/notice/routes';
import type { Notice } from '@airdeck/contract/notice/schema';
import { isLocalRole } from '@airdeck/domain/role';
import { useTranslation } from 'react-i18next';
import { sessionStore } from '../../../lib/session/session-store.ts';
import type { Definition } from '../model/definition.ts';
import { STAMPS, toOrganization } from './places.ts';

/** Number of characters by which a message names a notice. */
const NAME_LENGTH = 30;

/** The organization of a notice, or the mark of one to all. */
function OrganizationCell({ item: { organization_name: name } }: { item: Notice }) {
  const { t } = useTranslation();
  return name ?? t('shell.notice.toAll');
}

export const NOTICE: Definition<typeof notices> = {
  title: 'notice',
  empty: 'notice',
  entity: 'notices',
  routes: notices,
  sortable: NOTICE_ORDERS,
  places: 'organization',
  filters: [{ name: 'display_at_bottom', choice: 'display_at_bottom', options: ['Y', 'N'] }],
  columns: [
    { name: 'content', primary: true, long: true },
    { name: 'organization_name', Cell: OrganizationCell },
    { name: 'display_at_bottom', kind: 'choice', choice: 'display_at_bottom' },
    { name: 'created_time', kind: 'time' },
    ...STAMPS.filter(({ name }) => name === 'updated_time'),
  ],
  facts: [{ name: 'organization_name', Cell: OrganizationCell }],
  fields: [
    {
      name: 'organization_id',
      kind: 'reference',
      reference: toOrganization,
      onlyWhenAdded: true,
      hint: 'notice_organization',
    },
    { name: 'content', kind: 'multiline', required: true },
    { name: 'display_at_bottom', kind: 'yesNo' },
  ],
  initial: { display_at_bottom: 'N' },
  nameOf: ({ content }) => {
    const text = String(content);
    return text.length > NAME_LENGTH ? `${text.slice(0, NAME_LENGTH)}…` : text;
  },
  undoable: true,
  lockedBy: ({ organization_id }) => {
    const role = sessionStore.get()?.user.authority;
    return organization_id === null && role !== undefined && isLocalRole(role) ? 'noticeToAll' : undefined;
  },
};
