import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import styles from './shell.module.css';

interface KeysDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Help for the keyboard shortcuts. */
export function KeysDialog({ open, onClose }: KeysDialogProps) {
  const { t } = useTranslation();
  const keys = [
    ['/', t('shell.keys.search')],
    ['?', t('shell.keys.help')],
    ['Esc', t('shell.keys.escape')],
    ['F5, Ctrl+R', t('shell.keys.reload')],
    [t('shell.keys.enter'), t('shell.keys.open')],
    ['↑ ↓', t('shell.keys.menu')],
    ['← ↑ → ↓', t('shell.keys.move')],
    ['← →', t('shell.keys.chart')],
    ['+  −  0', t('shell.keys.zoom')],
    [t('shell.keys.shiftClick'), t('shell.keys.sort')],
  ];
  return (
    <Dialog open={open} title={t('shell.keys.title')} onClose={onClose} width="xs">
      <ul className={styles.keys}>
        {keys.map(([key, does]) => (
          <li key={key}>
            <kbd>{key}</kbd>
            {does}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
