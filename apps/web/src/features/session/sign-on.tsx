import { findSignOn, type OfferedProvider, startSignOn } from '@airdeck/contract/sign-on/login';
import { isOrganizationCode } from '@airdeck/domain/field-rule';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { writeSignOn } from '../../lib/session/session-storage.ts';
import styles from './login.module.css';

interface SignOnProps {
  /** The organization code as far as it is typed; null: the form is not there yet. */
  code: string | null;
  onFailure: (failure: Error | null) => void;
  /** Whether another login is under way. */
  disabled: boolean;
}

/** The provider of an organization code, else of the installation. Login works without an answer. */
function useOfferedProvider(typed: string | null): OfferedProvider | null {
  const [offered, setOffered] = useState<OfferedProvider | null>(null);
  const code = typed === null || isOrganizationCode(typed.trim()) ? typed?.trim() : '';
  useEffect(() => {
    if (code === undefined) return;
    const stop = new AbortController();
    call(findSignOn, { query: { code }, signal: stop.signal }).then(
      ({ provider }) => setOffered(provider),
      () => undefined,
    );
    return () => stop.abort();
  }, [code]);
  return offered;
}

/** The button of single sign-on, where one is configured. */
export function SignOn({ code, onFailure, disabled }: SignOnProps) {
  const { t, i18n } = useTranslation();
  const offered = useOfferedProvider(code);
  const [starting, setStarting] = useState(false);
  if (offered === null) return null;
  const { id, name, name_en, password_login } = offered;
  const closed = disabled || starting;
  const start = async () => {
    onFailure(null);
    setStarting(true);
    try {
      const { url, secret } = await call(startSignOn, { body: { id } });
      writeSignOn(secret, window.location.search);
      window.location.assign(url);
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      onFailure(failure);
    } finally {
      // The page may come back by the browser's back button.
      setStarting(false);
    }
  };
  return (
    <section className={styles.signOn}>
      <p className={styles.or}>{t('session.signOn.or')}</p>
      <button
        type="button"
        className={styles.provider}
        aria-disabled={closed}
        data-busy={closed || undefined}
        onClick={() => {
          if (!closed) void start();
        }}
      >
        {(i18n.language === 'en' ? name_en : null) ?? name}
      </button>
      {password_login === 'N' ? <p className={styles.only}>{t('session.signOn.only')}</p> : null}
    </section>
  );
}
