import type { User } from '@airdeck/contract/user/schema';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayUser } from '../../lib/session/actor.ts';
import { ApiTokensDialog } from './api-tokens-dialog.tsx';
import styles from './session.module.css';

/** Leads to the API tokens, for roles that may have them. */
export function ApiTokens({ user }: { user: User }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (!mayUser(user, 'create', 'api_tokens')) return null;
  return (
    <section className={styles.tokens} aria-labelledby="api-tokens">
      <h3 id="api-tokens">{t('account.tokens.title')}</h3>
      <p>{t('account.tokens.hint')}</p>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('account.tokens.open')}
      </Button>
      {isOpen ? <ApiTokensDialog user={user} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
