import { ALARM_RULE_ORDERS, alarmRules } from '@airdeck/contract/alarm-rule/routes';
import { ruleErrors } from '@airdeck/contract/alarm-rule/rule';
import { type AlarmRuleFields, APPLIES_TO, AVERAGES, BASES, DIRECTIONS } from '@airdeck/contract/alarm-rule/schema';
import { isLocalRole } from '@airdeck/domain/role';
import type { FieldValues } from 'react-hook-form';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { AlarmRulePanel, OwnerCell, RuleCell, RuleSeverityCell } from '../alarm-rules/alarm-rule-panel.tsx';
import { ErrorCodeField } from '../alarm-rules/error-code-field.tsx';
import { ownRuleDialog } from '../alarm-rules/own-rule-dialog.tsx';
import { anyDefinition, type Definition } from '../model/definition.ts';
import { STAMPS, toOrganization, USE } from './places.ts';

const isOwnValue = ({ basis }: FieldValues) => basis === 'VALUE';

export const ALARM_RULE: Definition<typeof alarmRules> = {
  title: 'alarmRule',
  entity: 'alarm_rules',
  routes: alarmRules,
  sortable: ALARM_RULE_ORDERS,
  places: 'organization',
  filters: [
    { name: 'applies_to', choice: 'applies_to', options: APPLIES_TO },
    { name: 'own', choice: 'own', options: ['N', 'Y'] },
    USE,
  ],
  columns: [
    { name: 'code', primary: true },
    { name: 'sentence', Cell: RuleCell },
    { name: 'organization_name', Cell: OwnerCell, extra: true },
    { name: 'severity', Cell: RuleSeverityCell, extra: true },
    { name: 'description', local: true, extra: true },
    { name: 'applies_to', kind: 'choice', choice: 'applies_to', extra: true },
    { name: 'duration_min', kind: 'number', extra: true },
    { name: 'override_count', kind: 'number' },
    { name: 'use', kind: 'choice', choice: 'use' },
    ...STAMPS,
  ],
  facts: [
    { name: 'organization_name', Cell: OwnerCell },
    { name: 'description', local: true },
    { name: 'severity', Cell: RuleSeverityCell },
  ],
  fields: [
    {
      name: 'organization_id',
      kind: 'reference',
      reference: toOrganization,
      onlyWhenAdded: true,
      hint: 'rule_organization',
    },
    { name: 'code', kind: 'custom', Input: ErrorCodeField, required: true, half: true },
    { name: 'applies_to', kind: 'choice', choice: 'applies_to', options: APPLIES_TO, required: true, half: true },
    { name: 'basis', kind: 'choice', choice: 'basis', options: BASES, required: true, half: true },
    {
      name: 'direction',
      kind: 'choice',
      choice: 'direction',
      options: DIRECTIONS,
      required: true,
      half: true,
      shown: isOwnValue,
    },
    { name: 'limit', kind: 'number', half: true, shown: isOwnValue },
    { name: 'release', kind: 'number', half: true },
    { name: 'duration_min', kind: 'number', required: true, half: true },
    {
      name: 'average',
      kind: 'choice',
      choice: 'average',
      options: AVERAGES,
      required: true,
      half: true,
      hint: 'rule_average',
    },
    { name: 'use', kind: 'yesNo' },
  ],
  initial: { basis: 'VERY_BAD', applies_to: 'ALL', direction: 'ABOVE', average: 'NONE', duration_min: 10 },
  rule: (values) => ruleErrors(values as AlarmRuleFields),
  Lead: AlarmRulePanel,
  width: 'md',
  nameOf: ({ code, organization_name }) => (organization_name === null ? code : `${organization_name} ${code}`),
  actions: [
    {
      key: 'own',
      label: (t) => t('admin.alarmRule.makeOwn'),
      visible: ({ organization_id }, { add }) => add && organization_id === null,
      Dialog: ownRuleDialog(() => anyDefinition(ALARM_RULE)),
    },
  ],
  taken: [],
  undoable: true,
  lockedBy: ({ organization_id }) => {
    const role = sessionStore.get()?.user.authority;
    return organization_id === null && role !== undefined && isLocalRole(role) ? 'installation' : undefined;
  },
  note: 'alarmRule',
};
