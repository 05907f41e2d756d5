import type { z } from 'zod';
import { idText, namePart, STAMP_ORDERS, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { newNotice, notice, noticeFields } from './schema.ts';

export const NOTICE_ORDERS = ['organization_name', 'content', 'display_at_bottom', ...STAMP_ORDERS] as const;
export const noticesQuery = listQuery(NOTICE_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  display_at_bottom: yesNo.optional(),
});
export type NoticesQuery = z.infer<typeof noticesQuery>;

export const notices = resource({
  path: '/notices',
  entity: 'notices',
  what: ['a notice', 'notices'],
  item: notice,
  added: newNotice,
  edited: noticeFields,
  query: noticesQuery,
});
