import { z } from 'zod';
import { MAX_BULK_ROWS } from '../bulk-edit.ts';
import { certificateGrade } from '../device/schema.ts';
import { id, idText, instant, text, yesNo } from '../field.ts';
import { grade, rating, sensorType } from '../monitoring/schema.ts';
import { route } from '../route.ts';
import { LANGUAGES } from '../user/schema.ts';

/** Meters of a page: more than anybody reads. The page says how many are left out. */
export const MAX_PUBLIC_METERS = 500;
/** An answer to anyone is computed once in this time; ms. */
export const PUBLIC_PAGE_FRESH_MS = 3_000;

/** 16 random bytes, base64url. */
const slug = z.string().regex(/^[\w-]{22}$/, 'INVALID');

/** The certificate that published values of a simple meter must name by law. Unknown parts are null. */
const certificate = z.object({
  grade: certificateGrade.nullable(),
  number: text.nullable(),
  valid_until: text.nullable(),
  /** Whether its last day has passed. */
  is_expired: z.boolean(),
});
export type PublicCertificate = z.infer<typeof certificate>;

/** The highest of a meter's current values of one type, in the type's unit. */
const publicValue = z.object({ type: sensorType, value: z.number(), unit: text, rating: rating.nullable() });

/** Names, values and the certificate, and nothing else: no id, no code, no state of a device. */
const publicMeter = z.object({
  office: text,
  department: text,
  name: text,
  /** null: no current value. */
  time: instant.nullable(),
  grade: grade.nullable(),
  values: z.array(publicValue),
  certificate,
});
export type PublicMeter = z.infer<typeof publicMeter>;

export const publicPage = z.object({
  organization: text,
  time: instant,
  time_zone: text,
  meters: z.array(publicMeter).max(MAX_PUBLIC_METERS),
  /** Meters beyond the bound. */
  left_out: z.int(),
});
export type PublicPage = z.infer<typeof publicPage>;

export const getPublicPage = route({
  method: 'GET',
  path: '/public-pages/:slug',
  access: 'public',
  summary: "Present values of an organization's meters, where its administrator publishes them",
  params: z.object({ slug }),
  query: z.object({ language: z.enum(LANGUAGES).default('ko') }),
  answer: publicPage,
});

const params = z.object({ id: idText });
const changedMeters = z.array(id).max(MAX_BULK_ROWS, 'TOO_LARGE').default([]);
export const publicPageSetting = z.object({
  /** null: the page is off. */
  slug: text.nullable(),
  /** The other meters of the organization are shown. */
  hidden_meters: z.array(id),
});
export type PublicPageSetting = z.infer<typeof publicPageSetting>;

export const getPublicPageSetting = route({
  method: 'GET',
  path: '/organizations/:id/public-page',
  access: { action: 'read', entity: 'organizations' },
  summary: 'Address of the public page of an organization, and the meters that it does not show',
  params,
  answer: publicPageSetting,
});

export const setPublicPage = route({
  method: 'PUT',
  path: '/organizations/:id/public-page',
  access: { action: 'write', entity: 'organizations' },
  summary:
    'Switches the public page of an organization on or off; one that is on keeps its address. Hides and shows meters',
  params,
  // The meters that change, so that an editor with an older list cannot publish what another has hidden.
  body: z.object({ public_page: yesNo.optional(), hide_meters: changedMeters, show_meters: changedMeters }),
  answer: publicPageSetting,
});

export const renewPublicPage = route({
  method: 'POST',
  path: '/organizations/:id/public-page/address',
  access: { action: 'write', entity: 'organizations' },
  summary: 'Gives the public page of an organization another address; the old one no longer exists',
  params,
  answer: publicPageSetting,
});
