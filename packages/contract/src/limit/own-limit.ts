import { AVERAGINGS, BASES, DIRECTIONS } from '@airdeck/domain/limit/rule';
import { SENSOR_TYPE_INFO, SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import type { FieldCode } from '../error/field-code.ts';
import { day, id, idText, line, name, namePart, STAMP_ORDERS, stamps, text } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { facilityKind } from './facts.ts';

/** Own limits of an organization. */
export const MAX_OWN_LIMITS = 500;
const MAX_SOURCE = 200;

/** Averagings of what Airdeck measures. */
export const OWN_AVERAGINGS = AVERAGINGS.filter((averaging) => averaging !== 'SAMPLE') as [
  Exclude<(typeof AVERAGINGS)[number], 'SAMPLE'>,
  ...Exclude<(typeof AVERAGINGS)[number], 'SAMPLE'>[],
];
export const COUNTED_HOURS = ['ALL', 'OPEN'] as const;

const percent = z.number().gt(0, 'TOO_SMALL').max(100, 'TOO_LARGE');

/** A limit of an organization's own: a rule of the pack of that name. */
export const ownLimitFields = z.object({
  pack_name: name,
  type: z.enum(SENSOR_TYPES),
  /** null: every kind. */
  facility_kind: facilityKind.nullable().default(null),
  limit_direction: z.enum(DIRECTIONS).default('AT_MOST'),
  /** In the unit of the type. */
  limit_value: z.number(),
  limit_basis: z.enum(BASES).default('ABSOLUTE'),
  averaging: z.enum(OWN_AVERAGINGS),
  counted_hours: z.enum(COUNTED_HOURS).default('OPEN'),
  /** Least share of the periods that comply, %. 100: each. */
  least_share: percent.default(100),
  /** Least share of data, %. */
  least_data: percent.default(75),
  valid_from: day,
  valid_to: day.nullable().default(null),
  limit_source: line(MAX_SOURCE).nullable().default(null),
});
export type OwnLimitFields = z.infer<typeof ownLimitFields>;
export const newOwnLimit = ownLimitFields.extend({ organization_id: id });
export type NewOwnLimit = z.infer<typeof newOwnLimit>;

/** Errors that concern several fields, field → code. */
export const ownLimitErrors = (given: Partial<OwnLimitFields>): Record<string, FieldCode> => {
  const { type, limit_value: value, valid_from: from, valid_to: to, limit_basis: basis } = given;
  const errors: Record<string, FieldCode> = {};
  if (type !== undefined && typeof value === 'number') {
    const { min, max } = SENSOR_TYPE_INFO[type];
    if (value < min) errors.limit_value = 'TOO_SMALL';
    if (value > max) errors.limit_value = 'TOO_LARGE';
  }
  if (basis === 'ABOVE_OUTDOORS' && type !== 'CO2') errors.limit_basis = 'INVALID';
  if (from && to && to < from) errors.valid_to = 'BEFORE_START';
  return errors;
};

export const ownLimit = z.object({
  id,
  organization_id: id,
  organization_name: text,
  pack_name: text,
  type: z.enum(SENSOR_TYPES),
  facility_kind: facilityKind.nullable(),
  limit_direction: z.enum(DIRECTIONS),
  limit_value: z.number(),
  limit_basis: z.enum(BASES),
  averaging: z.enum(OWN_AVERAGINGS),
  counted_hours: z.enum(COUNTED_HOURS),
  least_share: z.number(),
  least_data: z.number(),
  valid_from: day,
  valid_to: day.nullable(),
  limit_source: text.nullable(),
  ...stamps,
});
export type OwnLimit = z.infer<typeof ownLimit>;

export const OWN_LIMIT_ORDERS = ['organization_name', 'pack_name', 'type', 'valid_from', ...STAMP_ORDERS] as const;
export const ownLimitsQuery = listQuery(OWN_LIMIT_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
});
export type OwnLimitsQuery = z.infer<typeof ownLimitsQuery>;

export const ownLimits = resource({
  path: '/own-limits',
  entity: 'own_limits',
  what: ['a limit of an organization', 'limits of organizations'],
  item: ownLimit,
  added: newOwnLimit,
  edited: ownLimitFields,
  query: ownLimitsQuery,
});
