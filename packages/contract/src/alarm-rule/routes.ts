import { z } from 'zod';
import { idText, namePart, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { APPLIES_TO, alarmRule, alarmRuleFields, alarmSetting, newAlarmRule } from './schema.ts';

export const ALARM_RULE_ORDERS = [
  'organization_name',
  'code',
  'applies_to',
  'duration_min',
  'use',
  'created_time',
  'updated_time',
] as const;
export const alarmRulesQuery = listQuery(ALARM_RULE_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  applies_to: z.enum(APPLIES_TO).optional(),
  /** Whether it is an organization's own. */
  own: yesNo.optional(),
  use: yesNo.optional(),
});
export type AlarmRulesQuery = z.infer<typeof alarmRulesQuery>;

export const alarmRules = resource({
  path: '/alarm-rules',
  entity: 'alarm_rules',
  what: ['an alarm rule', 'alarm rules'],
  item: alarmRule,
  added: newAlarmRule,
  edited: alarmRuleFields,
  query: alarmRulesQuery,
});

const params = z.object({ id: idText });

export const getAlarmSetting = route({
  method: 'GET',
  path: '/organizations/:id/alarm-setting',
  access: { action: 'read', entity: 'alarm_rules' },
  summary: 'Automatic clearing by severity of an organization',
  params,
  answer: alarmSetting,
});

export const setAlarmSetting = route({
  method: 'PUT',
  path: '/organizations/:id/alarm-setting',
  access: { action: 'write', entity: 'alarm_rules' },
  summary: 'Sets automatic clearing by severity',
  params,
  body: alarmSetting,
  answer: alarmSetting,
});
