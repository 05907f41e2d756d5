import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import styles from './menu.module.css';

/** Chapters in the order of a working day. */
const CHAPTERS = ['morning', 'alarm', 'past', 'control', 'device'] as const;

/** How the console is used, on one page. */
export function ManualDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} title={t('shell.manual.title')} onClose={onClose}>
      <div className={styles.service}>
        {CHAPTERS.map((chapter) => (
          <section key={chapter}>
            <h3>{t(`shell.manual.${chapter}`)}</h3>
            <p>{t(`shell.manual.${chapter}Text`)}</p>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
