import type { SettingsMessage } from '@airdeck/contract/protocol/message';
import sql, { type Sql } from 'sql-template-tag';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { RegistryTouch } from '../../../registry/registry.ts';

export type SentPurifier = SettingsMessage['purifiers'][number];

/** Commands to send to the devices of these meters from now on, for all of their purifiers. */
export const sendSettings = async (tx: Tx, meterIds: readonly number[], now: number): Promise<void> => {
  await tx.query(sql`
    insert into device_settings as x (meter_id, sent, sent_time)
    select m.id, coalesce((select jsonb_agg(jsonb_build_object('number', p.number, 'auto', a.thresholds) order by p.number)
      from purifier p join auto_mode a on a.purifier_id = p.id
      where p.meter_id = m.id and p.use = 'Y' and a.use = 'Y'), '[]'), ${new Date(now)}
    from meter m where m.id = any(${meterIds}::integer[]) order by m.id
    on conflict (meter_id) do update set version = x.version + 1, sent = excluded.sent, sent_time = excluded.sent_time,
      state = 'SENT', refusal = null, answered_time = null`);
};

/** The settings of a device, and where it listens for them. */
export interface DeviceSettings {
  meter_id: number;
  organization_id: number;
  /** Codes of its organization that a device may use: the current one, then its aliases. */
  organization_codes: string[];
  code: string;
  version: number;
  sent: SentPurifier[];
}

const touchedBy = (touch: RegistryTouch | null): Sql =>
  touch === null || touch.organizations === 'all'
    ? sql`true`
    : sql`(m.id = any(${touch.meters}::integer[]) or m.organization_id = any(${touch.organizations}::integer[]))`;

/** Devices that a change affects; null: all devices. */
export const listSettings = async (db: Db | Tx, touch: RegistryTouch | null): Promise<DeviceSettings[]> => {
  const { rows } = await db.query<DeviceSettings & Record<string, unknown>>(sql`
    select x.meter_id, o.id as organization_id, m.code, x.version, x.sent,
      o.code || array(select a.code from organization_alias a where a.organization_id = o.id order by a.code)
        as organization_codes
    from device_settings x join meter m on m.id = x.meter_id join organization o on o.id = m.organization_id
    where ${touchedBy(touch)}`);
  return rows;
};

export interface SettingsAnswer {
  meterId: number;
  version: number;
  state: 'ACCEPTED' | 'REJECTED';
  refusal: string | null;
  time: number;
}

/** Records a device's answer to the settings that it was sent last; an answer to others changes nothing. */
export const answerSettings = async (db: Db | Tx, answer: SettingsAnswer): Promise<void> => {
  const { meterId, version, state, refusal, time } = answer;
  await db.query(sql`
    update device_settings set state = ${state}, refusal = ${refusal}, answered_time = ${new Date(time)},
      accepted = case when ${state} = 'ACCEPTED' then sent else accepted end
    where meter_id = ${meterId} and version = ${version} and (state, refusal) is distinct from (${state}, ${refusal})`);
};
