import type { ErrorCode } from '@airdeck/contract/error/code';

/** Names of the database's unique constraints → what they mean to whoever asked. */
const DUPLICATES: Record<string, ErrorCode> = {
  meter_organization_id_code_key: 'DUPLICATION_METER_CODE',
  device_credential_pkey: 'DUPLICATION_METER_CODE',
  meter_department_id_name_key: 'DUPLICATION_METER_NAME',
  sensor_meter_id_type_sequence_key: 'DUPLICATION_LOCALIZATION_SEQUENCE',
  purifier_meter_id_number_key: 'DUPLICATION_AIR_PURIFIER',
  purifier_meter_id_name_key: 'DUPLICATION_AIR_PURIFIER',
};

/** The code of a device that is there already; null for any other error. */
export const explainDuplicate = (error: unknown): ErrorCode | null => {
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
  return DUPLICATES[constraint] ?? null;
};
