import type { AppliedRule } from '@airdeck/contract/limit/compliance';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Tag } from '../../../ui/tag.tsx';
import styles from './compliance.module.css';
import { limitText, methodText, sourceText } from './rule-text.ts';

/** Each rule that was applied to a place: how it is judged, and where it comes from. */
export function RuleSources({ rules }: { rules: readonly AppliedRule[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <details className={styles.sources}>
      <summary>{t('compliance.sources')}</summary>
      <ul>
        {rules.map((rule) => (
          <li key={rule.code}>
            <b>{limitText(t, rule, language)}</b>
            {rule.draft ? <Tag>{t('compliance.draft')}</Tag> : null}
            <small>{methodText(t, rule)}</small>
            <small>{sourceText(t, rule, language)}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}
