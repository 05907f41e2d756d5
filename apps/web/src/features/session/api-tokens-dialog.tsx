import { type ApiToken, listApiTokens, MAX_API_TOKENS, revokeApiToken } from '@airdeck/contract/user/api-token';
import type { User } from '@airdeck/contract/user/schema';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { queriesOfRoute, routeQuery } from '../../lib/api/route-query.ts';
import { formatDate, viewerZone } from '../../lib/format/date.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { ConfirmDialog, Dialog } from '../../ui/dialog/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorPanel } from '../../ui/state/state-panels.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import styles from './session.module.css';

/** More tokens than this get a search. */
const MANY = 10;

const matches = ({ name, user_login, organization_name }: ApiToken, search: string): boolean =>
  [name, user_login, organization_name].some((text) => text.toLowerCase().includes(search.trim().toLowerCase()));

/** The user's API tokens, for SUPER_ADMIN also those of others: creates and revokes them. */
export function ApiTokensDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({ ...routeQuery(listApiTokens, {}), staleTime: 0 });
  const [search, setSearch] = useState('');
  const tokens = data?.content ?? [];
  const own = tokens.filter(({ user_id }) => user_id === user.id);
  const shown = [...own, ...tokens.filter(({ user_id }) => user_id !== user.id)].filter((each) =>
    matches(each, search),
  );
  return (
    <Dialog open title={t('account.tokens.title')} onClose={onClose}>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined ? null : own.length < MAX_API_TOKENS ? (
        <NewTokenForm />
      ) : (
        <p>{t('account.tokens.full', { most: MAX_API_TOKENS })}</p>
      )}
      <section className={styles.sessions} aria-label={t('account.tokens.title')}>
        {tokens.length > MANY ? (
          <TextField
            fullWidth
            size="small"
            label={t('account.tokens.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        ) : null}
        <ul>
          {shown.map((token) => (
            <TokenRow key={token.id} token={token} isOwn={token.user_id === user.id} />
          ))}
        </ul>
        {data !== undefined && shown.length === 0 ? (
          <p>{t(tokens.length === 0 ? 'account.tokens.empty' : 'account.tokens.nothing')}</p>
        ) : null}
      </section>
    </Dialog>
  );
}

function TokenRow({ token, isOwn }: { token: ApiToken; isOwn: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [isAsked, setAsked] = useState(false);
  const revoke = useMutation({
    mutationFn: () => call(revokeApiToken, { params: { id: token.id } }),
    onSuccess: async () => {
      enqueueSnackbar(t('account.tokens.revoked'), { variant: 'success' });
      await client.invalidateQueries(queriesOfRoute(listApiTokens));
    },
  });
  const timeZone = viewerZone();
  const isExpired = Date.parse(token.expires_time) <= Date.now();
  const { name, last_used_time: used, last_used_ip: ip } = token;
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <Chip size="small" label={t(`account.tokens.${token.access}`)} />
        {isOwn ? null : (
          <p>{t('account.tokens.owner', { login: token.user_login, organization: token.organization_name })}</p>
        )}
        <p>
          {t(isExpired ? 'account.tokens.expired' : 'account.tokens.expires')}{' '}
          {formatDate(token.expires_time, 'minute', { language, timeZone })}
          {t('common.separator')}
          {t('account.tokens.lastUsed')}{' '}
          {used === null ? t('account.tokens.unused') : <RelativeTime time={used} timeZone={timeZone} />}
          {ip === null ? null : ` (${ip})`}
        </p>
      </div>
      <Button size="small" aria-label={t('account.tokens.revokeOf', { name })} onClick={() => setAsked(true)}>
        {t('account.tokens.revoke')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('account.tokens.revokeOf', { name })}
          action={t('account.tokens.revoke')}
          destroys
          isPending={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate()}
          onClose={() => setAsked(false)}
        >
          {t('account.tokens.revokeText', { name })}
        </ConfirmDialog>
      ) : null}
    </li>
  );
}
