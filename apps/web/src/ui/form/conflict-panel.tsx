import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import styles from './conflict-panel.module.css';

/** A field that two people gave different values, both in words. */
export interface Difference {
  name: string;
  label: string;
  mine: string;
  theirs: string;
}

interface ConflictPanelProps {
  differences: readonly Difference[];
  onSettle: (keep: 'mine' | 'theirs') => void;
}

/** Values that another user saved meanwhile, beside the user's own: nothing is overwritten silently. */
export function ConflictPanel({ differences, onSettle }: ConflictPanelProps) {
  const { t } = useTranslation();
  return (
    <Alert severity="warning" icon={false} slotProps={{ message: { className: styles.message ?? '' } }}>
      <strong>{t('admin.conflict.title')}</strong>
      <p>{t('admin.conflict.text')}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t('admin.conflict.field')}</th>
            <th>{t('admin.conflict.mine')}</th>
            <th>{t('admin.conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ name, label, mine, theirs }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>{mine || t('admin.none')}</td>
              <td>{theirs || t('admin.none')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button onClick={() => onSettle('theirs')}>{t('admin.conflict.takeTheirs')}</Button>
      <Button onClick={() => onSettle('mine')}>{t('admin.conflict.keepMine')}</Button>
    </Alert>
  );
}
