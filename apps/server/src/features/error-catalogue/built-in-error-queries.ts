import { BUILT_IN_ERRORS, type BuiltInError } from '@airdeck/contract/standard/built-in';
import { BUILT_IN_ERROR_TEXTS } from '@airdeck/phrases/alarm-condition';
import sql from 'sql-template-tag';
import type { Db } from '../../platform/db/pool.ts';

/**
 * Adds the built-in errors that the database does not have, to the master and to each organization. Rows that an administrator
 * has changed stay. Several processes may run it at once.
 */
export const addBuiltInErrors = async (db: Db): Promise<void> => {
  const errors = (Object.keys(BUILT_IN_ERRORS) as BuiltInError[]).map((code) => {
    const { group, severity } = BUILT_IN_ERRORS[code];
    const { ko, en } = BUILT_IN_ERROR_TEXTS[code];
    return { code, device_group: group, severity, description: ko, description_en: en };
  });
  await db.query(sql`
    with added as (
      insert into master_error (code, device_group, severity, description, description_en)
      select code, device_group, severity, description, description_en
      from jsonb_to_recordset(${JSON.stringify(errors)}::jsonb)
        as e(code text, device_group text, severity text, description text, description_en text)
      on conflict do nothing returning id
    )
    insert into organization_error (organization_id, master_error_id)
    select o.id, a.id from organization o cross join added a on conflict do nothing`);
};
