import { purifiers } from '@airdeck/contract/device/parts';
import { meters } from '@airdeck/contract/device/routes';
import { meterFields } from '@airdeck/contract/device/schema';
import { doorDevices } from '@airdeck/contract/door/routes';
import type { DoorDevice, DoorDeviceFields } from '@airdeck/contract/door/schema';
import { id } from '@airdeck/contract/field';
import { parseChannelKey, seqOfChannel, typeOfChannel } from '@airdeck/domain/channel';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { queriesOfRoute } from '../../../lib/api/route-query.ts';
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { toDepartment, toMeter } from '../entities/references.ts';
import formStyles from '../form/form.module.css';
import { ResourceField } from '../form/resource-field.tsx';
import { invalidateAll } from '../model/api.ts';
import type { Field } from '../model/definition.ts';
import { type BoundSensor, doubleChannels } from './binding-table.tsx';
import styles from './doors.module.css';

const MAX_CODE = 32;
const MAX_PROPOSED_NAME = 60;

/** The model or the address, without the characters that no name has. */
const proposedName = ({ model, address }: DoorDevice): string =>
  (model ?? address)
    .replaceAll(/[<>"';\\/%]+/g, ' ')
    .trim()
    .slice(0, MAX_PROPOSED_NAME);

/** A device code made of the address: its last characters that a code may have. */
const codeOf = (address: string): string =>
  address
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(-MAX_CODE)
    .toUpperCase() || 'DEVICE';

const schema = z.discriminatedUnion('to', [
  meterFields.pick({ department_id: true, name: true, code: true, interval_s: true }).extend({ to: z.literal('NEW') }),
  z.object({ to: z.literal('OLD'), meter_id: id, interval_s: meterFields.shape.interval_s }),
]) as z.ZodType<FieldValues, FieldValues>;

const fieldsOf = (to: 'NEW' | 'OLD', organizationId: number): readonly Field[] => {
  const query = { organizationId: String(organizationId) };
  const interval: Field = { name: 'interval_s', kind: 'number', required: true, half: true };
  if (to === 'OLD') {
    return [{ name: 'meter_id', kind: 'reference', reference: { ...toMeter, query }, required: true }, interval];
  }
  return [
    { name: 'department_id', kind: 'reference', reference: { ...toDepartment, query }, required: true },
    { name: 'name', kind: 'text', required: true },
    { name: 'code', kind: 'text', required: true, half: true, hint: 'doorCode' },
    interval,
  ];
};

/** The meter to which a device was connected, and the number of messages that waited. */
export interface Connected {
  meterId: number;
  name: string;
  waiting: number;
  isPurifier: boolean;
}

interface MeterFormProps {
  device: DoorDevice;
  driver: string | null;
  /** Whether it has reported the state of a purifier, which may come after its first values. */
  isPurifier: boolean;
  sensors: readonly BoundSensor[];
  intervalS: number;
  onConnected: (connected: Connected) => void;
}

/** A new or an existing meter, which gets the device's values. */
export function MeterForm({ device, driver, isPurifier, sensors, intervalS, onConnected }: MeterFormProps) {
  const { t } = useTranslation();
  const [to, setTo] = useState<'NEW' | 'OLD'>('NEW');
  const [registers, setRegisters] = useState(true);
  const form = useContractForm(schema, {
    to: 'NEW',
    department_id: null,
    meter_id: null,
    name: proposedName(device),
    code: codeOf(device.address),
    interval_s: intervalS,
  });
  const connect = useMutation({
    mutationFn: async (values: FieldValues): Promise<Connected> => {
      const isNew = values.to !== 'OLD';
      const name = isNew ? String(values.name) : proposedName(device);
      const added = isPurifier && registers && device.purifier === null ? { name } : null;
      const meterId = isNew ? (await addMeter(values, sensors, added)).id : Number(values.meter_id);
      const number = added === null ? device.purifier : isNew ? FIRST : await addPurifier(meterId, added);
      // Counters change with each message: the version is read when it is needed.
      const { version } = await call(doorDevices.read, { params: { id: device.id } });
      const saved = await call(doorDevices.edit, {
        params: { id: device.id },
        body: {
          ...{ driver, meter_id: meterId, purifier: number, sensors: [...sensors], blocked: 'N', version },
          interval_s: Number(values.interval_s),
          ...pollingOf(device),
        },
      });
      await Promise.all([invalidateAll(), queryClient.invalidateQueries(queriesOfRoute(doorDevices.list))]);
      return { meterId, name: saved.meter_name ?? '', waiting: device.waiting_count, isPurifier: number !== null };
    },
    onSuccess: (connected, values) => {
      form.reset(values);
      onConnected(connected);
    },
    onError: (failure) => showFieldErrors(form, failure),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit((values) => connect.mutate(values))}>
      <SegmentedControl
        label={t('connect.binding.meter')}
        value={to}
        options={[
          { value: 'NEW', label: t('connect.binding.newMeter') },
          { value: 'OLD', label: t('connect.binding.oldMeter') },
        ]}
        onChange={(value) => {
          setTo(value);
          form.setValue('to', value);
        }}
      />
      <div className={formStyles.form}>
        {fieldsOf(to, device.organization_id).map((field) => (
          <div key={`${to} ${field.name}`} data-half={field.half || undefined}>
            <ResourceField control={form.control} field={field} item={null} disabled={false} />
          </div>
        ))}
      </div>
      {isPurifier && device.purifier === null ? (
        <div>
          <FormControlLabel
            control={<Switch checked={registers} onChange={(_, checked) => setRegisters(checked)} />}
            label={t('connect.binding.purifier')}
          />
          <FormHelperText>{t('connect.binding.purifierHint')}</FormHelperText>
        </div>
      ) : null}
      <FailureAlert error={connect.error} />
      <div className={styles.row}>
        <Button
          type="submit"
          variant="contained"
          loading={connect.isPending}
          disabled={doubleChannels(sensors).size > 0}
        >
          {t('connect.binding.save')}
        </Button>
      </div>
    </form>
  );
}

type Binding = 'driver' | 'meter_id' | 'purifier' | 'sensors' | 'interval_s' | 'blocked';

/** How a polled device is asked, which stays as it is; so does its secret, which is not sent. */
const pollingOf = (device: DoorDevice): Omit<DoorDeviceFields, Binding | 'poll_secret'> => {
  const { host, port, unit, path, transport, tls, ca, poll_login, poll_account, poll_interval_s, register_map } =
    device;
  return { host, port, unit, path, transport, tls, ca, poll_login, poll_account, poll_interval_s, register_map };
};

/** Number of the only purifier of a new meter. */
const FIRST = 1;
const MOST_PURIFIERS = 100;

/** Adds the device to a meter that exists, as its next purifier. */
const addPurifier = async (meterId: number, { name }: { name: string }): Promise<number> => {
  const { content } = await call(purifiers.list, { query: { meterId: String(meterId), size: MOST_PURIFIERS } });
  const number = Math.max(0, ...content.map((each) => each.number)) + 1;
  await call(purifiers.add, { body: { meter_id: meterId, number, name } });
  return number;
};

/** A meter with the sensors of a binding, and with the device as its purifier. */
const addMeter = (values: FieldValues, bound: readonly BoundSensor[], purifier: { name: string } | null) =>
  call(meters.add, {
    body: {
      department_id: Number(values.department_id),
      name: String(values.name),
      code: String(values.code),
      interval_s: Number(values.interval_s),
      purifiers: purifier === null ? [] : [{ number: FIRST, ...purifier }],
      sensors: bound.flatMap(({ channel }) => {
        const number = channel === null ? null : parseChannelKey(channel);
        return number === null ? [] : [{ type: typeOfChannel(number), sequence: seqOfChannel(number) }];
      }),
    },
  });
