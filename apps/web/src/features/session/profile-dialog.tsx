import type { ManagedUser, User } from '@airdeck/contract/user/schema';
import Button from '@mui/material/Button';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationOf } from '../../lib/format/organization-name.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { hasUnsavedInput } from '../../lib/session/unsaved.ts';
import { useStore } from '../../lib/store.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { LeaveDialog } from '../../ui/dialog/leave-dialog.tsx';
import { ApiTokens } from './api-tokens.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { ProfileForm, ProveForm } from './profile-form.tsx';
import { PushSwitch, usePush } from './push-switch.tsx';
import { SecondFactor } from './second-factor.tsx';
import styles from './session.module.css';

/** The logged-in user's profile: read-only, and editable after entering the password. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const user = useStore(sessionStore)?.user;
  const [step, setStep] = useState<'view' | 'prove' | { password: string; now: ManagedUser }>('view');
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const [changing, setChanging] = useState(false);
  const push = usePush();
  if (user === undefined) return null;
  const view = () => setStep('view');
  /** Another password ends alarms in all browsers; in this one they were wanted. */
  const passwordChanged = () => {
    setChanging(false);
    if (push.state === 'ON') push.change(true);
  };
  /** Input that is not saved is lost by a decision only. */
  const leave = (go: () => void) => (hasUnsavedInput() ? setLeaving(() => go) : go());
  return (
    <Dialog open title={t('session.user.title')} onClose={onClose}>
      {step === 'view' ? (
        <>
          <ProfileView user={user} />
          <div className={styles.buttons}>
            <Button variant="outlined" onClick={() => setChanging(true)}>
              {t('session.passwords.change')}
            </Button>
            <Button variant="contained" onClick={() => setStep('prove')}>
              {t('session.profile.edit')}
            </Button>
          </div>
          <PushSwitch {...push} />
          <SecondFactor user={user} />
          <OwnSessions />
          <LinkedAccounts user={user} />
          <ApiTokens user={user} />
        </>
      ) : null}
      {step === 'prove' ? (
        <ProveForm user={user} onProven={(password, now) => setStep({ password, now })} onCancel={view} />
      ) : null}
      {typeof step === 'object' ? (
        <ProfileForm user={step.now} password={step.password} onSaved={view} onCancel={() => leave(view)} />
      ) : null}
      {leaving === null ? null : (
        <LeaveDialog
          onStay={() => setLeaving(null)}
          onLeave={() => {
            setLeaving(null);
            leaving();
          }}
        />
      )}
      {changing ? <PasswordDialog user={user} onClose={() => setChanging(false)} onChanged={passwordChanged} /> : null}
    </Dialog>
  );
}

function ProfileView({ user }: { user: User }) {
  const { t } = useTranslation();
  const none = t('session.user.none');
  const items = [
    [t('session.user.name'), user.name],
    [t('session.user.login'), user.login],
    [t('session.user.organization'), `${organizationOf(user)} (${user.organization_code})`],
    [t('session.user.authority'), t(`session.role.${user.authority}`)],
    [t('session.user.email'), user.email ?? none],
    [t('session.user.phone'), user.phone ?? none],
    [t('session.user.language'), t(`common.language.${user.language}`)],
  ] as const;
  return (
    <dl className={styles.list}>
      {items.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
