import { useTranslation } from 'react-i18next';
import styles from './changed-rows.module.css';

const PARTS = ['added', 'changed', 'unchanged', 'refused'] as const;

/** Numbers of rows that are added, changed, left, and refused. */
export function PlanCounts({ plan }: { plan: Readonly<Partial<Record<(typeof PARTS)[number], number>>> }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.plan}>
      {PARTS.map((part) => {
        const count = plan[part];
        if (count === undefined) return null;
        return (
          <div key={part} data-tone={part === 'refused' && count > 0 ? 5 : undefined}>
            <dt>{t(`admin.changedRows.plan.${part}`)}</dt>
            <dd>{t('admin.changedRows.rows', { count })}</dd>
          </div>
        );
      })}
    </dl>
  );
}
