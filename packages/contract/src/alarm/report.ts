import { z } from 'zod';
import { fileAnswer } from '../export-file.ts';
import { id, idText, line } from '../field.ts';
import { PLACE_KINDS } from '../monitoring/schema.ts';
import { route } from '../route.ts';
import { alarm } from './schema.ts';

/** REPORT: something has to be done. NOTE: for the information of those who look after the place. */
export const REPORT_KINDS = ['REPORT', 'NOTE'] as const;

export const MAX_REPORT_LENGTH = 500;
/** Of the file; the console makes photos smaller before it sends them. */
export const MAX_PHOTO_BYTES = 1024 * 1024;
/** Reports of a person within 24 hours. */
export const MAX_REPORTS_A_DAY = 100;

const BASE64_BYTES = Math.ceil(MAX_PHOTO_BYTES / 3) * 4;

/** Without line breaks. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A report that a person makes on a place. */
export const reportFields = z.object({
  place_kind: z.enum(PLACE_KINDS),
  place_id: id,
  kind: z.enum(REPORT_KINDS),
  text: line(MAX_REPORT_LENGTH).refine((value) => value.trim() !== '', 'REQUIRED'),
  /** JPEG, PNG or WebP in base64. */
  photo: z.string().max(BASE64_BYTES, 'TOO_LARGE').regex(BASE64, 'INVALID').optional(),
  /** Chosen by the client: a report that is sent again is not added again. */
  key: z.uuid(),
});
export type ReportFields = z.infer<typeof reportFields>;

export const addReport = route({
  method: 'POST',
  path: '/alarms/reports',
  access: { action: 'create', entity: 'alarms' },
  summary: 'Reports something on a place; the report is an alarm that a person clears',
  body: reportFields,
  answer: alarm,
});

export const getAlarmPhoto = route({
  method: 'GET',
  path: '/alarms/:id/photo',
  access: { action: 'read', entity: 'alarms' },
  summary: 'The photo of a report',
  params: z.object({ id: idText }),
  answer: fileAnswer,
});
