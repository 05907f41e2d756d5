import { z } from 'zod';
import { id, lines, stamps, text, yesNo } from '../field.ts';

const MAX_CONTENT = 2_000;
/** Only blanks count as empty. */
const content = lines(MAX_CONTENT).refine((given) => given.trim() !== '', 'REQUIRED');

export const noticeFields = z.object({ content, display_at_bottom: yesNo.default('N') });
/** Without an organization it is to all, which SUPER_ADMIN may write. */
export const newNotice = noticeFields.extend({ organization_id: id.nullable().default(null) });
export type NoticeFields = z.infer<typeof noticeFields>;
export type NewNotice = z.infer<typeof newNotice>;

export const notice = z.object({
  id,
  organization_id: id.nullable(),
  organization_name: text.nullable(),
  content: text,
  /** Whether it runs along the bottom of Monitoring. */
  display_at_bottom: yesNo,
  ...stamps,
});
export type Notice = z.infer<typeof notice>;
