import { type FloorPlan, type OfficeMeter, type Pin, setFloorPlan } from '@airdeck/contract/floor-plan/routes';
import { toName } from '@airdeck/domain/text-form';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { useUnsaved } from '../../../lib/session/unsaved.ts';
import { LeaveDialog } from '../../../ui/dialog/leave-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { EditedPin } from './edited-pin.tsx';
import styles from './plan.module.css';
import { forgetPlans } from './plan-queries.ts';
import { isSameLayout, withoutPin, withPin } from './plan-rules.ts';

interface PlanEditorProps {
  plan: FloorPlan;
  meters: readonly OfficeMeter[];
  image: string;
  onClose: () => void;
}

/** Places the meters of an office on a plan, with a mouse, a finger or the arrow keys. */
export function PlanEditor({ plan: given, meters, image, onClose }: PlanEditorProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  // The version that the edit began with: a plan that someone else changes meanwhile is not overwritten.
  const [plan] = useState(given);
  const [name, setName] = useState(plan.name);
  const [pins, setPins] = useState<Pin[]>(plan.pins);
  const picture = useRef<HTMLDivElement>(null);
  const isDirty = name !== plan.name || !isSameLayout(pins, plan.pins);
  useUnsaved(isDirty);
  const [isLeaving, setLeaving] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      call(setFloorPlan, { params: { id: plan.id }, body: { name: toName(name), pins, version: plan.version } }),
    onSuccess: async () => {
      await forgetPlans(client, plan.office_id);
      enqueueSnackbar(t('plan.saved'), { variant: 'success' });
      onClose();
    },
  });
  const byId = new Map(meters.map((meter) => [meter.id, meter]));
  const placed = new Set(pins.map(({ meter_id: id }) => id));
  const left = meters.filter(({ id }) => !placed.has(id));
  const add = (id: number) => {
    setPins(withPin(pins, id, 0.5, 0.5));
    // The pin is in the page after this render.
    requestAnimationFrame(() => picture.current?.querySelector<HTMLElement>(`[data-meter="${id}"]`)?.focus());
  };
  return (
    <div className={styles.editor}>
      <div className={styles.tools}>
        <TextField
          size="small"
          label={t('plan.name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        <Button onClick={() => (isDirty ? setLeaving(true) : onClose())}>{t('button.cancel')}</Button>
        <Button
          variant="contained"
          disabled={!isDirty || toName(name) === ''}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('plan.save')}
        </Button>
      </div>
      <FailureAlert error={save.error} />
      {isLeaving ? <LeaveDialog onStay={() => setLeaving(false)} onLeave={onClose} /> : null}
      <p className={styles.hint} id="plan-keys">
        {t(meters.length === 0 ? 'plan.noMeters' : 'plan.keys')}
      </p>
      <div className={styles.sides}>
        <div ref={picture} className={styles.picture} data-editing="">
          <img src={image} alt={plan.name} width={plan.width} height={plan.height} draggable={false} />
          <ul className={styles.pins} aria-label={t('plan.meters')}>
            {pins
              .toSorted((a, b) => a.meter_id - b.meter_id)
              .map((pin) => (
                <EditedPin
                  key={pin.meter_id}
                  pin={pin}
                  name={byId.get(pin.meter_id)?.name ?? ''}
                  picture={picture}
                  onMove={(x, y) => setPins((before) => withPin(before, pin.meter_id, x, y))}
                  onRemove={() => setPins((before) => withoutPin(before, pin.meter_id))}
                />
              ))}
          </ul>
        </div>
        <section className={styles.left} aria-labelledby="plan-left">
          <h2 id="plan-left">{t('plan.left', { count: left.length })}</h2>
          <ul>
            {left.map(({ id, name: meterName, department }) => (
              <li key={id}>
                <button type="button" onClick={() => add(id)} aria-label={t('plan.add', { name: meterName })}>
                  <Icon name="plus" size={16} />
                  <span>
                    {meterName} <small>{department}</small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
