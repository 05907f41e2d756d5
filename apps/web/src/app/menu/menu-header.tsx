import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logOut } from '../../lib/session/leave.ts';
import { hasUnsavedInput } from '../../lib/session/unsaved.ts';
import { AlertDialog } from '../../ui/dialog/dialog.tsx';
import { LeaveDialog } from '../../ui/dialog/leave-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import { PHONE } from '../../ui/theme/tokens.ts';
import styles from './menu.module.css';

/** Logs out, which leads to Login. When the server refuses, `failure` has the reason and nothing changes. */
function useLogOut() {
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: logOut });
  const [isAsked, setAsked] = useState(false);
  const leave = () => {
    setAsked(false);
    mutate();
  };
  return {
    // Input in the screen behind the menu would be lost.
    leave: () => (hasUnsavedInput() ? setAsked(true) : leave()),
    question: isAsked ? <LeaveDialog onStay={() => setAsked(false)} onLeave={leave} /> : null,
    leaving: isPending,
    failure: error,
    forgetFailure: reset,
  };
}

interface MenuHeaderProps {
  titleId: string;
  searchBox: React.RefObject<HTMLInputElement | null>;
  search: string;
  onSearch: (text: string) => void;
  onSearchKey: (event: React.KeyboardEvent<HTMLInputElement>) => void;
  onUserInfo: () => void;
  onClose: () => void;
}

export function MenuHeader({
  titleId,
  searchBox,
  search,
  onSearch,
  onSearchKey,
  onUserInfo,
  onClose,
}: MenuHeaderProps) {
  const { t } = useTranslation();
  // On a phone the focus would open the keyboard.
  const phone = useMediaQuery(PHONE);
  const { leave, question, leaving, failure, forgetFailure } = useLogOut();
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
          onKeyDown={onSearchKey}
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
      {question}
      <AlertDialog open={failure !== null} title={t('dialog.fail.logout')} onClose={forgetFailure}>
        <FailureAlert error={failure} />
      </AlertDialog>
    </header>
  );
}
