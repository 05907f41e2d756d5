import { deleteFloorPlan, type FloorPlan, type OfficeAir } from '@airdeck/contract/floor-plan/routes';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { mayUser } from '../../../lib/session/actor.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { Card, CardSkeletons } from '../../../ui/card/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { PageHeader } from '../../../ui/page/page.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { PathBreadcrumb, PlaceLink } from '../shared/links.tsx';
import { ScreenQuery } from '../shared/screen-query.tsx';
import { AddPlanDialog } from './add-plan-dialog.tsx';
import styles from './plan.module.css';
import { PlanEditor } from './plan-editor.tsx';
import { LivePin } from './plan-pin.tsx';
import { forgetPlans, officeAirQuery, planImageQuery, plansQuery, usePlanLive } from './plan-queries.ts';

type Asked = 'add' | 'replace' | 'remove' | 'edit' | null;

/** The floors of an office with the current values of its meters. */
export function PlanScreen({ id }: { id: number }) {
  const { t } = useTranslation();
  const query = useQuery(officeAirQuery(id));
  const plans = useQuery(plansQuery(id));
  usePlanLive(id, query.error);
  return (
    <ScreenQuery screen="departments" id={id} query={query} skeleton={<CardSkeletons count={1} />}>
      {(air) => (
        <>
          <PathBreadcrumb screen="departments" path={air.path} />
          {plans.data === undefined ? (
            <>
              <PageHeader title={t('plan.title')} />
              {plans.error === null ? (
                <CardSkeletons count={1} />
              ) : (
                <ErrorPanel error={plans.error} onRetry={() => void plans.refetch()} />
              )}
            </>
          ) : (
            <Plans officeId={id} air={air} plans={plans.data} />
          )}
        </>
      )}
    </ScreenQuery>
  );
}

function Plans({ officeId, air, plans }: { officeId: number; air: OfficeAir; plans: readonly FloorPlan[] }) {
  const { t } = useTranslation();
  const { plan: chosen } = useSearch({ strict: false }) as { plan?: number };
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>(null);
  const user = useStore(sessionStore)?.user;
  const mayEdit = mayUser(user, 'write', 'offices');
  const plan = plans.find(({ id }) => id === chosen) ?? plans[0];
  const show = (id: number) => void navigate({ to: '.', search: { plan: id } as never, replace: true });
  const place = air.path.at(-1)?.name ?? '';
  return (
    <>
      <PageHeader
        title={`${place} · ${t('plan.title')}`}
        beside={
          <PlaceLink screen="departments" id={officeId} className={styles.back}>
            {t('plan.back')}
          </PlaceLink>
        }
        subtitle={
          plan === undefined
            ? undefined
            : // On paper nothing else names the floor.
              [plan.name, t('plan.placed', { count: plan.pins.length, total: air.meters.length })].join(
                t('common.separator'),
              )
        }
        actions={
          <div className={styles.buttons}>
            {plan === undefined || asked === 'edit' ? null : (
              <>
                <Button onClick={() => window.print()}>{t('plan.print')}</Button>
                {mayEdit ? (
                  <>
                    <Button onClick={() => setAsked('edit')}>{t('plan.edit')}</Button>
                    <Button onClick={() => setAsked('replace')}>{t('plan.replace')}</Button>
                    <Button color="error" onClick={() => setAsked('remove')}>
                      {t('plan.remove')}
                    </Button>
                  </>
                ) : null}
              </>
            )}
            {mayEdit && asked !== 'edit' ? (
              <Button variant="contained" onClick={() => setAsked('add')}>
                {t('plan.addTitle')}
              </Button>
            ) : null}
          </div>
        }
      />
      {plans.length > 1 && plan !== undefined && asked !== 'edit' ? (
        <div className={styles.floors}>
          <SegmentedControl
            label={t('plan.floor')}
            value={String(plan.id)}
            options={plans.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => show(Number(id))}
          />
        </div>
      ) : null}
      <Card>
        {plan === undefined ? (
          <EmptyState icon="places" title={t('plan.none')} text={t(mayEdit ? 'plan.noneText' : 'plan.noneReader')} />
        ) : (
          <Plan key={plan.id} {...{ plan, air, mayEdit }} isEditing={asked === 'edit'} onClose={() => setAsked(null)} />
        )}
      </Card>
      {asked === 'add' || asked === 'replace' ? (
        <AddPlanDialog
          officeId={officeId}
          plan={asked === 'replace' ? (plan ?? null) : null}
          onSaved={({ id }) => {
            setAsked(asked === 'add' ? 'edit' : null);
            show(id);
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'remove' && plan !== undefined ? <RemovePlan plan={plan} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

interface PlanProps {
  plan: FloorPlan;
  air: OfficeAir;
  mayEdit: boolean;
  isEditing: boolean;
  onClose: () => void;
}

function Plan({ plan, air, mayEdit, isEditing, onClose }: PlanProps) {
  const { t } = useTranslation();
  const image = useQuery(planImageQuery(plan));
  if (image.data === undefined) {
    return image.error === null ? (
      <CardSkeletons count={1} />
    ) : (
      <ErrorPanel error={image.error} onRetry={() => void image.refetch()} />
    );
  }
  if (isEditing) return <PlanEditor plan={plan} meters={air.meters} image={image.data} onClose={onClose} />;
  const meters = new Map(air.meters.map((meter) => [meter.id, meter]));
  return (
    <>
      {plan.pins.length > 0 ? null : (
        <p className={styles.hint}>
          {t(meters.size === 0 ? 'plan.noMeters' : mayEdit ? 'plan.noPins' : 'plan.noPinsReader')}
        </p>
      )}
      <div className={styles.picture} data-many={plan.pins.length > 40 || undefined}>
        <img src={image.data} alt={plan.name} width={plan.width} height={plan.height} />
        <ul className={styles.pins} aria-label={t('plan.meters')}>
          {plan.pins.map(({ meter_id: id, x, y }) => {
            const meter = meters.get(id);
            return meter === undefined ? null : <LivePin key={id} meter={meter} x={x} y={y} />;
          })}
        </ul>
      </div>
    </>
  );
}

function RemovePlan({ plan, onClose }: { plan: FloorPlan; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(deleteFloorPlan, { params: { id: plan.id }, query: { version: String(plan.version) } }),
    onSuccess: async () => {
      await forgetPlans(client, plan.office_id);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('plan.removeTitle')}
      action={t('plan.remove')}
      destroys
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('plan.removeText', { name: plan.name })}</p>
    </ConfirmDialog>
  );
}
