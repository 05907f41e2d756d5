import type { FieldCode } from '@airdeck/contract/error/field-code';
import { LEVELS, type Level } from '@airdeck/contract/history/query';
import { FACILITY_FACTS_ORDERS, type FacilityFacts, facilityFactsRoutes } from '@airdeck/contract/limit/facts';
import {
  COUNTED_HOURS,
  OWN_AVERAGINGS,
  OWN_LIMIT_ORDERS,
  type OwnLimitFields,
  ownLimitErrors,
  ownLimits,
} from '@airdeck/contract/limit/own-limit';
import { FACILITY_KINDS, KOREAN_REGIONS, VENTILATIONS } from '@airdeck/domain/limit/facility';
import { BASES, DIRECTIONS } from '@airdeck/domain/limit/rule';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import type { FieldValues } from 'react-hook-form';
import { anyReference, type Column, type Definition } from '../model/definition.ts';
import { STAMPS, toOffice, toOrganization } from './places.ts';
import { toDepartment, toMeter } from './references.ts';

const isOf = (level: Level) => (values: FieldValues) => values.facts_place === level;

const PLACES: readonly Column<FacilityFacts>[] = [
  { name: 'organization_name' },
  { name: 'office_name' },
  { name: 'department_name' },
];

const toOutdoorMeter = anyReference({ ...toMeter, current: 'outdoor_meter_name' });

const errorsOfFacts = (values: FieldValues, item: FacilityFacts | null): Record<string, FieldCode> => {
  const field = `${values.facts_place}_id`;
  return item === null && !values[field] ? { [field]: 'REQUIRED' } : {};
};

/** The place's own name, which is that of the lowest level. */
const placeName = ({ organization_name, office_name, department_name }: FacilityFacts): string =>
  department_name ?? office_name ?? organization_name;

export const FACILITY_FACTS: Definition<typeof facilityFactsRoutes> = {
  title: 'facilityFacts',
  entity: 'facility_facts',
  routes: facilityFactsRoutes,
  sortable: FACILITY_FACTS_ORDERS,
  places: 'department',
  columns: [
    { name: 'valid_from', kind: 'day', primary: true },
    ...PLACES,
    { name: 'facility_kind', kind: 'choice', choice: 'facility_kind' },
    { name: 'region', kind: 'choice', choice: 'region' },
    { name: 'area', kind: 'number', extra: true },
    { name: 'beds', kind: 'number', extra: true },
    { name: 'seats', kind: 'number', extra: true },
    { name: 'ventilation', kind: 'choice', choice: 'ventilation' },
    { name: 'opening_hours' },
    { name: 'outdoor_meter_name', extra: true },
    ...STAMPS,
  ],
  facts: PLACES,
  fields: [
    {
      ...{ name: 'facts_place', kind: 'choice', choice: 'facts_place', options: LEVELS, required: true },
      onlyWhenAdded: true,
    },
    {
      ...{ name: 'organization_id', kind: 'reference', reference: toOrganization, required: true, onlyWhenAdded: true },
      shown: isOf('organization'),
    },
    {
      ...{ name: 'office_id', kind: 'reference', reference: toOffice, required: true, onlyWhenAdded: true },
      shown: isOf('office'),
    },
    {
      ...{ name: 'department_id', kind: 'reference', reference: toDepartment, required: true, onlyWhenAdded: true },
      shown: isOf('department'),
    },
    { name: 'valid_from', kind: 'date', required: true },
    { name: 'facility_kind', kind: 'choice', choice: 'facility_kind', options: FACILITY_KINDS, clearable: true },
    { name: 'region', kind: 'choice', choice: 'region', options: KOREAN_REGIONS, clearable: true, half: true },
    { name: 'ventilation', kind: 'choice', choice: 'ventilation', options: VENTILATIONS, clearable: true, half: true },
    { name: 'area', kind: 'number', half: true },
    { name: 'beds', kind: 'number', half: true },
    { name: 'seats', kind: 'number', half: true },
    { name: 'opening_hours', kind: 'multiline' },
    { name: 'outdoor_meter_id', kind: 'reference', reference: toOutdoorMeter },
  ],
  initial: { facts_place: 'office' },
  rule: errorsOfFacts,
  nameOf: (item) => `${placeName(item)} ${item.valid_from}`,
  note: 'facilityFacts',
  empty: 'facilityFacts',
};

export const OWN_LIMIT: Definition<typeof ownLimits> = {
  title: 'ownLimit',
  entity: 'own_limits',
  routes: ownLimits,
  sortable: OWN_LIMIT_ORDERS,
  places: 'organization',
  columns: [
    { name: 'pack_name', primary: true },
    { name: 'organization_name' },
    { name: 'type', kind: 'choice', choice: 'sensor_type' },
    { name: 'limit_value', kind: 'number' },
    { name: 'limit_direction', kind: 'choice', choice: 'limit_direction' },
    { name: 'averaging', kind: 'choice', choice: 'averaging' },
    { name: 'counted_hours', kind: 'choice', choice: 'counted_hours' },
    { name: 'facility_kind', kind: 'choice', choice: 'facility_kind' },
    { name: 'limit_basis', kind: 'choice', choice: 'limit_basis', extra: true },
    { name: 'least_share', kind: 'number', extra: true },
    { name: 'least_data', kind: 'number', extra: true },
    { name: 'valid_from', kind: 'day' },
    { name: 'valid_to', kind: 'day' },
    { name: 'limit_source', extra: true },
    ...STAMPS,
  ],
  fields: [
    { name: 'organization_id', kind: 'reference', reference: toOrganization, required: true, onlyWhenAdded: true },
    { name: 'pack_name', kind: 'text', required: true },
    { name: 'type', kind: 'choice', choice: 'sensor_type', options: SENSOR_TYPES, required: true, half: true },
    {
      ...{ name: 'limit_direction', kind: 'choice', choice: 'limit_direction', options: DIRECTIONS },
      ...{ required: true, half: true },
    },
    { name: 'limit_value', kind: 'number', required: true, half: true },
    { name: 'limit_basis', kind: 'choice', choice: 'limit_basis', options: BASES, required: true, half: true },
    { name: 'averaging', kind: 'choice', choice: 'averaging', options: OWN_AVERAGINGS, required: true, half: true },
    {
      ...{ name: 'counted_hours', kind: 'choice', choice: 'counted_hours', options: COUNTED_HOURS },
      ...{ required: true, half: true },
    },
    { name: 'least_share', kind: 'number', required: true, half: true },
    { name: 'least_data', kind: 'number', required: true, half: true },
    {
      ...{ name: 'facility_kind', kind: 'choice', choice: 'facility_kind', options: FACILITY_KINDS },
      ...{ clearable: true, hint: 'limit_facility_kind' },
    },
    { name: 'valid_from', kind: 'date', required: true, half: true },
    { name: 'valid_to', kind: 'date', half: true },
    { name: 'limit_source', kind: 'text' },
  ],
  initial: {
    limit_direction: 'AT_MOST',
    limit_basis: 'ABSOLUTE',
    averaging: 'HOUR',
    counted_hours: 'OPEN',
    least_share: 100,
    least_data: 75,
  },
  rule: (values) => ownLimitErrors(values as OwnLimitFields),
  facts: [{ name: 'organization_name' }],
  nameOf: ({ pack_name }) => pack_name,
  note: 'ownLimit',
  empty: 'ownLimit',
};
