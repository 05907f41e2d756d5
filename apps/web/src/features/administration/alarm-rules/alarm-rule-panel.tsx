import { ruleErrors } from '@airdeck/contract/alarm-rule/rule';
import { type AlarmRule, alarmRuleFields } from '@airdeck/contract/alarm-rule/schema';
import Alert from '@mui/material/Alert';
import { useEffect } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../../ui/tag.tsx';
import type { PanelProps } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './alarm-rules.module.css';
import { ruleSentence } from './rule-sentence.ts';

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

/** The rule in the form as a sentence; and the rule that it replaces. */
export function AlarmRulePanel({ form, item }: PanelProps<AlarmRule>) {
  const { t } = useTranslation();
  const texts = useTexts();
  useRuleForm(form);
  const values = useWatch({ control: form.control });
  const { version: _, organization_id: __, ...entered } = values;
  const rule = alarmRuleFields.safeParse(entered);
  const isWhole = rule.success && Object.keys(ruleErrors(rule.data)).length === 0;
  const replaced = item === null ? null : item.replaced;
  return (
    <div className={styles.panel}>
      <p className={styles.sentence} aria-live="polite">
        {isWhole ? ruleSentence(t, texts, rule.data) : t('admin.alarmRule.incomplete')}
      </p>
      {replaced === null || item === null ? null : (
        <Alert severity="info">
          {t('admin.alarmRule.replaced', {
            sentence: ruleSentence(t, texts, { ...replaced, code: item.code }),
          })}
        </Alert>
      )}
    </div>
  );
}

/** An alarm rule in a list, as a sentence. */
export function SentenceCell({ item }: { item: AlarmRule }) {
  const { t } = useTranslation();
  return <span className={styles.cell}>{ruleSentence(t, useTexts(), item)}</span>;
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
