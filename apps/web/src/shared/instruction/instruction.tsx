import type { AlarmInstruction } from '@airdeck/contract/alarm/routes';
import { useTranslation } from 'react-i18next';
import styles from './instruction.module.css';

/** An address that dials a number. */
export const dialAddress = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** What to do, and whom to call; nothing where neither is known. */
export function Instruction({ instruction }: { instruction: AlarmInstruction | undefined }) {
  const { t } = useTranslation();
  if (instruction === undefined) return null;
  const { text, contact, phone } = instruction;
  if (text === null && contact === null && phone === null) return null;
  return (
    <section className={styles.instruction} aria-label={t('alarm.panel.instruction')}>
      <h3>{t('alarm.panel.instruction')}</h3>
      {text === null ? null : <p>{text}</p>}
      {contact === null && phone === null ? null : (
        <p>
          {t('alarm.panel.call')} <b>{contact}</b>{' '}
          {phone === null ? null : (
            <a href={dialAddress(phone)} className={styles.phone}>
              {phone}
            </a>
          )}
        </p>
      )}
    </section>
  );
}
