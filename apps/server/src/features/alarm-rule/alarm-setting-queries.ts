import type { AlarmSetting } from '@airdeck/contract/alarm-rule/schema';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** What an organization says of its alarms; undefined: there is no such organization. */
export const findAlarmSetting = async (tx: Db | Tx, organizationId: number): Promise<AlarmSetting | undefined> => {
  const { rows } = await tx.query<AlarmSetting & Record<string, unknown>>(sql`
    select coalesce(s.auto_clear, '{}') as auto_clear from organization o
    left join alarm_setting s on s.organization_id = o.id where o.id = ${organizationId}`);
  return rows[0];
};

export const saveAlarmSetting = async (tx: Tx, organizationId: number, { auto_clear }: AlarmSetting): Promise<void> => {
  await tx.query(sql`
    insert into alarm_setting (organization_id, auto_clear) values (${organizationId}, ${auto_clear}::text[])
    on conflict (organization_id) do update set auto_clear = excluded.auto_clear, updated_time = now(),
      version = alarm_setting.version + 1`);
};
