import { FACILITY_KINDS, KOREAN_REGIONS, VENTILATIONS } from '@airdeck/domain/limit/facility';
import { parseOpeningHours } from '@airdeck/domain/limit/opening-hours';
import { z } from 'zod';
import { day, id, idText, lines, namePart, STAMP_ORDERS, stamps, text } from '../field.ts';
import { LEVELS } from '../history/query.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';

/** Rows of an organization: each is kept, because reports of its time depend on it. */
export const MAX_FACTS = 5_000;
const MAX_AREA = 10_000_000;
const MAX_PLACES = 1_000_000;
const MAX_HOURS_TEXT = 4_000;

export const facilityKind = z.enum(FACILITY_KINDS);
export const koreanRegion = z.enum(KOREAN_REGIONS);

const count = z.int('INVALID').min(0, 'TOO_SMALL').max(MAX_PLACES, 'TOO_LARGE').nullable().default(null);

/** Weekdays and days that differ, a line each (`parseOpeningHours`). */
const openingHours = lines(MAX_HOURS_TEXT)
  .refine((value) => parseOpeningHours(value) !== null, 'OPENING_HOURS')
  .nullable()
  .default(null);

/** Facts of a place from a day on. null: unknown, the place above it counts. */
export const facilityFactsFields = z.object({
  /** Local day from which it holds, until the day of the place's next row. */
  valid_from: day.refine((value) => value >= '2000-01-01' && value <= '2099-12-31', 'INVALID'),
  facility_kind: facilityKind.nullable().default(null),
  region: koreanRegion.nullable().default(null),
  /** m² */
  area: z.number().min(0, 'TOO_SMALL').max(MAX_AREA, 'TOO_LARGE').nullable().default(null),
  beds: count,
  seats: count,
  ventilation: z.enum(VENTILATIONS).nullable().default(null),
  opening_hours: openingHours,
  /** The meter that measures the air outdoors. */
  outdoor_meter_id: id.nullable().default(null),
});
export type FacilityFactsFields = z.infer<typeof facilityFactsFields>;

const placeId = id.nullable().default(null);
/** The place cannot be changed later. Of the ids only that of `level` counts. */
export const newFacilityFacts = facilityFactsFields.extend({
  facts_place: z.enum(LEVELS),
  organization_id: placeId,
  office_id: placeId,
  department_id: placeId,
});
export type NewFacilityFacts = z.infer<typeof newFacilityFacts>;

export const facilityFacts = z.object({
  id,
  facts_place: z.enum(LEVELS),
  organization_id: id,
  organization_name: text,
  office_id: id.nullable(),
  office_name: text.nullable(),
  department_id: id.nullable(),
  department_name: text.nullable(),
  valid_from: day,
  facility_kind: facilityKind.nullable(),
  region: koreanRegion.nullable(),
  area: z.number().nullable(),
  beds: z.int().nullable(),
  seats: z.int().nullable(),
  ventilation: z.enum(VENTILATIONS).nullable(),
  opening_hours: text.nullable(),
  outdoor_meter_id: id.nullable(),
  outdoor_meter_name: text.nullable(),
  ...stamps,
});
export type FacilityFacts = z.infer<typeof facilityFacts>;

export const FACILITY_FACTS_ORDERS = [
  'organization_name',
  'office_name',
  'department_name',
  'valid_from',
  'facility_kind',
  ...STAMP_ORDERS,
] as const;
export const facilityFactsQuery = listQuery(FACILITY_FACTS_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  officeId: idText.optional(),
  departmentId: idText.optional(),
});
export type FacilityFactsQuery = z.infer<typeof facilityFactsQuery>;

export const facilityFactsRoutes = resource({
  path: '/facility-facts',
  entity: 'facility_facts',
  what: ['facts of a facility', 'facts of facilities'],
  item: facilityFacts,
  added: newFacilityFacts,
  edited: facilityFactsFields,
  query: facilityFactsQuery,
});
