import { NOTICE_ORDERS, notices } from '@airdeck/contract/notice/routes';
import type { Definition } from '../model/definition.ts';
import { STAMPS, toOrganization } from './places.ts';

/** Number of characters by which a message names a notice. */
const NAME_LENGTH = 30;

export const NOTICE: Definition<typeof notices> = {
  title: 'notice',
  empty: 'notice',
  entity: 'notices',
  routes: notices,
  sortable: NOTICE_ORDERS,
  filters: [{ name: 'display_at_bottom', choice: 'display_at_bottom', options: ['Y', 'N'] }],
  columns: [
    { name: 'content', primary: true, long: true },
    { name: 'organization_name' },
    { name: 'display_at_bottom', kind: 'choice', choice: 'display_at_bottom' },
    { name: 'created_time', kind: 'time' },
    ...STAMPS.filter(({ name }) => name === 'updated_time'),
  ],
  fields: [
    { name: 'organization_id', kind: 'reference', reference: toOrganization, required: true, onlyWhenAdded: true },
    { name: 'content', kind: 'multiline', required: true },
    { name: 'display_at_bottom', kind: 'yesNo' },
  ],
  initial: { display_at_bottom: 'N' },
  nameOf: ({ content }) => {
    const text = String(content);
    return text.length > NAME_LENGTH ? `${text.slice(0, NAME_LENGTH)}…` : text;
  },
  undoable: true,
};
