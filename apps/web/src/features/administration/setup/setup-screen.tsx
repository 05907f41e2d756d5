import { meters } from '@airdeck/contract/device/routes';
import { unregisteredDevices } from '@airdeck/contract/device/unregistered';
import { departments, offices, organizations } from '@airdeck/contract/place/routes';
import { organizationSensors } from '@airdeck/contract/standard/routes';
import { users } from '@airdeck/contract/user/routes';
import Button from '@mui/material/Button';
import { useQueries } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, CardSkeletons } from '../../../ui/card/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { countQuery } from '../model/api.ts';
import styles from './setup.module.css';
import { nextStep, readSkipped, SETUP_STEPS, type SetupStep, stepsDone, writeSkipped } from './steps.ts';

/** The screen of each step. */
const ADDRESS: Record<SetupStep, string> = {
  organization: '/management/organization/institutional?open=new',
  office: '/management/organization/group?open=new',
  department: '/management/organization/department?open=new',
  meter: '/management/setting/measuring?open=new',
  thresholds: '/management/master/asensor',
  person: '/management/user/user?open=new',
};
const CLAIM = '/management/setting/unregistered';

const COUNTED = [
  countQuery(organizations.list),
  countQuery(offices.list),
  countQuery(departments.list),
  countQuery(meters.list),
  countQuery(organizationSensors.list, { overridden: 'Y' }),
  countQuery(users.list),
  countQuery(unregisteredDevices.list),
];

/** Guides through a first installation step by step; existing data determine which steps are done. */
export function SetupScreen() {
  const { t } = useTranslation();
  const [skipped, setSkipped] = useState(readSkipped);
  const answers = useQueries({ queries: COUNTED });
  const failure = answers.find(({ error }) => error !== null)?.error ?? null;
  const [organizationCount, office, department, meter, thresholds, person, waiting = 0] = answers.map(
    ({ data }) => data,
  );
  const done = stepsDone({ organization: organizationCount, office, department, meter, thresholds, person });
  const isPending = answers.some((answer) => answer.isPending);
  const current = nextStep(done, skipped);
  const skip = (step: SetupStep) => {
    const next = new Set([...skipped, step]);
    writeSkipped(next);
    setSkipped(next);
  };
  if (failure !== null) {
    return (
      <Page>
        <PageHeader title={t('admin.setup.title')} />
        <Card>
          <ErrorPanel error={failure} onRetry={() => answers.forEach(({ refetch }) => void refetch())} />
        </Card>
      </Page>
    );
  }
  if (isPending) {
    return (
      <Page>
        <PageHeader title={t('admin.setup.title')} subtitle={t('admin.setup.text')} />
        <CardSkeletons count={SETUP_STEPS.length} />
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader title={t('admin.setup.title')} subtitle={t('admin.setup.text')} />
      <ol className={styles.steps}>
        {SETUP_STEPS.map((step) => (
          <Step
            key={step}
            step={step}
            state={done.has(step) ? 'done' : step === current ? 'next' : skipped.has(step) ? 'skipped' : 'later'}
            waiting={step === 'meter' ? waiting : 0}
            onSkip={() => skip(step)}
          />
        ))}
      </ol>
      {current === null && done.size > 0 ? <p role="status">{t('admin.setup.ready')}</p> : null}
    </Page>
  );
}

interface StepProps {
  step: SetupStep;
  state: 'done' | 'next' | 'skipped' | 'later';
  /** Unregistered devices that already send messages. */
  waiting: number;
  onSkip: () => void;
}

function Step({ step, state, waiting, onSkip }: StepProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const go = (address: string) => router.history.push(address);
  return (
    <li className={styles.step} data-state={state} aria-current={state === 'next' ? 'step' : undefined}>
      <span className={styles.mark}>{state === 'done' ? <Icon name="check" size={18} /> : null}</span>
      <div>
        <h2>{t(`admin.setup.step.${step}.title`)}</h2>
        <p>{t(`admin.setup.step.${step}.text`)}</p>
        {state === 'done' ? (
          <small>{t('admin.setup.done')}</small>
        ) : (
          <div className={styles.buttons}>
            <Button variant={state === 'next' ? 'contained' : 'outlined'} onClick={() => go(ADDRESS[step])}>
              {t(`admin.setup.step.${step}.go`)}
            </Button>
            {waiting > 0 ? (
              <Button variant="outlined" onClick={() => go(CLAIM)}>
                {t('admin.setup.claim', { count: waiting })}
              </Button>
            ) : null}
            {state === 'next' ? <Button onClick={onSkip}>{t('admin.setup.skip')}</Button> : null}
            {state === 'skipped' ? <small>{t('admin.setup.skipped')}</small> : null}
          </div>
        )}
      </div>
    </li>
  );
}
