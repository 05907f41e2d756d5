import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PHONE } from '../../ui/theme/tokens.ts';
import styles from './menu.module.css';
import { useLogOut } from './use-log-out.ts';

interface MenuHeaderProps {
  titleId: string;
  searchBox: React.RefObject<HTMLInputElement | null>;
  search: string;
  onSearch: (text: string) => void;
  onUserInfo: () => void;
  onClose: () => void;
}

export function MenuHeader({ titleId, searchBox, search, onSearch, onUserInfo, onClose }: MenuHeaderProps) {
  const { t } = useTranslation();
  // On a phone the focus would call up its keyboard.
  const phone = useMediaQuery(PHONE);
  const { leave, leaving, failure, forgetFailure } = useLogOut();
  return (
    <header className={styles.header}>
      <h2 id={titleId}>{t('menu.title')}</h2>
      <label className={styles.search}>
        <Icon name="search" />
        <input
          ref={searchBox}
          type="search"
          // biome-ignore lint/a11y/noAutofocus: the dialog moves the focus anyway, and here it is of most use
          autoFocus={!phone}
          value={search}
          aria-label={t('menu.search')}
          placeholder={phone ? t('menu.search') : `${t('menu.search')} · ${t('menu.searchHint')}`}
          onChange={(event) => onSearch(event.target.value)}
        />
      </label>
      <div className={styles.actions}>
        <Button color="inherit" startIcon={<Icon name="user" />} onClick={onUserInfo}>
          {t('menu.userInfo')}
        </Button>
        <Button color="inherit" startIcon={<Icon name="logout" />} onClick={leave} disabled={leaving}>
          {t('session.logout')}
        </Button>
      </div>
      <IconButton aria-label={t('button.close')} onClick={onClose} autoFocus={phone}>
        <Icon name="close" size={24} />
      </IconButton>
      <AlertDialog open={failure !== null} title={t('dialog.fail.logout')} onClose={forgetFailure}>
        {failure?.message}
      </AlertDialog>
    </header>
  );
}
