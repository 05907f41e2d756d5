import { ruleErrors } from '@airdeck/contract/alarm-rule/rule';
import { type AlarmRule, alarmRuleFields } from '@airdeck/contract/alarm-rule/schema';
import Alert from '@mui/material/Alert';
import { useEffect } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SeverityChip } from '../../../ui/severity/severity.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { toOrganization } from '../entities/places.ts';
import { offeredName } from '../model/api.ts';
import type { PanelProps } from '../model/definition.ts';
import styles from './alarm-rules.module.css';
import { RuleChips } from './rule-chips.tsx';
import { FIELDS_OF_PART, RULE_PARTS, type RulePart } from './rule-parts.ts';
import { useErrorCodes } from './use-error-codes.ts';

/** Keeps dependent fields consistent: a grade excludes a value, and entering a value clears the grade. */
function useRuleForm(form: UseFormReturn<FieldValues>): void {
  useEffect(() => {
    const { unsubscribe } = form.watch((values, { name, type }) => {
      if (type !== 'change') return;
      if (name === 'basis' && values.basis !== 'VALUE') {
        form.setValue('limit', null, { shouldDirty: true });
        form.setValue('direction', 'ABOVE', { shouldDirty: true });
        form.clearErrors();
      }
      if (name === 'limit' && typeof values.limit === 'number' && values.basis !== 'VALUE')
        form.setValue('basis', 'VALUE', { shouldDirty: true });
    });
    return unsubscribe;
  }, [form]);
}

/** The rule in the form as chips, also while it is incomplete; and the rule that it replaces. */
export function AlarmRulePanel({ form, item }: PanelProps<AlarmRule>) {
  const { t } = useTranslation();
  useRuleForm(form);
  const values = useWatch({ control: form.control });
  const codes = useErrorCodes();
  const code: string = values.code ?? '';
  const severity = item?.code === code ? item.severity : codes.find((known) => known.code === code)?.severity;
  const placeOfNew = offeredName(toOrganization, values.organization_id) || null;
  const place = item === null ? placeOfNew : item.organization_name;
  const replaced = item === null ? null : item.replaced;
  return (
    <div className={styles.panel}>
      <section className={styles.preview} aria-label={t('admin.alarmRule.preview')} aria-live="polite">
        <RuleChips isLabelled {...{ rule: values, code, severity, place, wrong: wrongParts(values) }} />
      </section>
      {replaced === null || item === null ? null : (
        <Alert severity="info">
          {t('admin.alarmRule.replaced')}
          <RuleChips rule={replaced} severity={item.severity} />
        </Alert>
      )}
    </div>
  );
}

/** The parts that the form's rule refuses. */
const wrongParts = ({ version: _, organization_id: __, ...entered }: FieldValues): ReadonlySet<RulePart> => {
  const rule = alarmRuleFields.safeParse(entered);
  const wrong = rule.success
    ? Object.keys(ruleErrors(rule.data))
    : rule.error.issues.map(({ path: [field] }) => String(field));
  return new Set(RULE_PARTS.filter((part) => FIELDS_OF_PART[part].some((field) => wrong.includes(field))));
};

/** An alarm rule in a list, as chips; its code is in the first column. */
export function RuleCell({ item }: { item: AlarmRule }) {
  const { severity, organization_name: place } = item;
  return <RuleChips rule={item} {...{ severity, place }} />;
}

/** The severity of the alarms of a rule. */
export function RuleSeverityCell({ item: { severity } }: { item: AlarmRule }) {
  return <SeverityChip severity={severity} />;
}

/** The organization of a rule. */
export function OwnerCell({ item }: { item: AlarmRule }) {
  const { t } = useTranslation();
  const { organization_name: name, replaced } = item;
  if (name === null) return t('admin.alarmRule.installation');
  return (
    <>
      {name} {replaced === null ? null : <Tag>{t('admin.inherited.own')}</Tag>}
    </>
  );
}
