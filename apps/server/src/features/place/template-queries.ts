import type { Scope } from '@airdeck/domain/policy/may';
import sql from 'sql-template-tag';
import { withinScope } from '../../platform/db/conditions.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { insertOrganizationStandards } from '../../registry/threshold-queries.ts';

/** A new organization and its template, if it has one. */
export interface Templated {
  id: number;
  template_id: number | null;
}

/**
 * Gives new organizations the settings of their templates and, where a template has none, those of the master. It copies:
 * - sensor types with their thresholds and the days from which these hold,
 * - error grades without the person to call and the phone number,
 * - alarm rules and the automatic clearing of alarms,
 * - timetables without purifiers; a copy begins now, so that nothing past is executed,
 * - notification rules, switched off and without receivers, address and secret, because these are people and
 *   credentials of the template. An administrator fills them in and switches the rule on.
 * It copies no people, places, devices, secrets, notices, wall displays and no retention: a shorter one deletes data.
 * @returns false when a template does not exist within the scope
 */
export const copyTemplates = async (tx: Tx, added: readonly Templated[], scope: Scope): Promise<boolean> => {
  const copies = added.filter(({ template_id }) => template_id !== null);
  if (copies.length > 0) {
    const templates = [...new Set(copies.map(({ template_id }) => template_id))];
    // The lock keeps the templates from being deleted before the copies are complete.
    const { rowCount } = await tx.query(sql`
      select from organization o where o.id = any(${templates}::integer[])
        and ${withinScope(scope, { organization: 'o.id' })} for key share`);
    if (rowCount < templates.length) return false;
    await copySettings(tx, copies);
  }
  await insertOrganizationStandards(tx, ...added.map(({ id }) => id));
  return true;
};

const copySettings = async (tx: Tx, copies: readonly Templated[]): Promise<void> => {
  const ids = copies.map(({ id, template_id }) => ({ id, template_id }));
  const pairs = sql`json_to_recordset(${JSON.stringify(ids)}::json) as c (id integer, template_id integer)`;
  await tx.query(sql`
    insert into organization_sensor (organization_id, master_sensor_id, name, model, description, use)
    select c.id, t.master_sensor_id, t.name, t.model, t.description, t.use
    from ${pairs} join organization_sensor t on t.organization_id = c.template_id`);
  await tx.query(sql`
    insert into standard (organization_id, type, valid_from, bounds)
    select c.id, t.type, t.valid_from, t.bounds from ${pairs} join standard t on t.organization_id = c.template_id`);
  await tx.query(sql`
    insert into organization_error (organization_id, master_error_id, use, severity, description, instruction, instruction_en)
    select c.id, t.master_error_id, t.use, t.severity, t.description, t.instruction, t.instruction_en
    from ${pairs} join organization_error t on t.organization_id = c.template_id`);
  await tx.query(sql`
    insert into alarm_rule (organization_id, code, sensor_type, grade, direction, bound, release, duration_min, average, use)
    select c.id, t.code, t.sensor_type, t.grade, t.direction, t.bound, t.release, t.duration_min, t.average, t.use
    from ${pairs} join alarm_rule t on t.organization_id = c.template_id`);
  await tx.query(sql`
    insert into alarm_setting (organization_id, auto_clear)
    select c.id, t.auto_clear from ${pairs} join alarm_setting t on t.organization_id = c.template_id`);
  await tx.query(sql`
    insert into timetable (organization_id, name, week, exceptions, use, executed_until)
    select c.id, t.name, t.week, t.exceptions, t.use, now()
    from ${pairs} join timetable t on t.organization_id = c.template_id order by c.id, t.id`);
  await tx.query(sql`
    insert into notification_rule (organization_id, name, severity, alarm_category, channel, delivery, digest_min,
      quiet_from, quiet_to, critical_passes, escalate_min, message_language, use)
    select c.id, t.name, t.severity, t.alarm_category, t.channel, t.delivery, t.digest_min, t.quiet_from, t.quiet_to,
      t.critical_passes, t.escalate_min, t.message_language, 'N'
    from ${pairs} join notification_rule t on t.organization_id = c.template_id order by c.id, t.id`);
};
