import { listLinkedAccounts } from '@airdeck/contract/session/linked-accounts';
import { isLocalRole } from '@airdeck/domain/role';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../lib/api/route-query.ts';
import { isCode } from '../../lib/failure.ts';
import { organizationOf } from '../../lib/format/organization-name.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { switchTo } from '../../lib/session/switch-account.ts';
import { hasUnsavedInput } from '../../lib/session/unsaved.ts';
import { useStore } from '../../lib/store.ts';
import { Icon } from '../../ui/icon.tsx';
import { WIDE } from '../../ui/theme/tokens.ts';
import styles from './shell.module.css';

/** The present organization, and the switch to the person's others; nothing for people with one account. */
export function AccountSwitch() {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const wide = useMediaQuery(WIDE);
  const user = useStore(sessionStore)?.user;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data } = useQuery({
    ...routeQuery(listLinkedAccounts, {}),
    enabled: user !== undefined && isLocalRole(user.authority) && !user.must_renew,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const change = useMutation({
    mutationFn: switchTo,
    onError: (error) => {
      const text = isCode(error, 'SECOND_FACTOR_REQUIRED') ? t('account.linked.needsSecondFactor') : error.message;
      enqueueSnackbar(text, { variant: 'error' });
    },
  });
  const accounts = data?.content ?? [];
  if (user === undefined || accounts.length === 0) return null;
  const choose = (id: number) => {
    setAnchor(null);
    if (hasUnsavedInput()) enqueueSnackbar(t('account.linked.unsaved'), { variant: 'warning' });
    else change.mutate(id);
  };
  return (
    <>
      <button
        type="button"
        className={styles.account}
        aria-haspopup="menu"
        aria-label={t('account.linked.switch', { name: organizationOf(user) })}
        disabled={change.isPending}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {wide ? <span>{organizationOf(user)}</span> : <Icon name="places" />}
        <Icon name="chevronDown" size={18} />
      </button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {accounts.map((account) => (
          <MenuItem key={account.id} onClick={() => choose(account.id)}>
            <span className={styles.choice}>
              {organizationOf(account)}
              <small>{[t(`session.role.${account.authority}`), account.login].join(t('common.separator'))}</small>
            </span>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
