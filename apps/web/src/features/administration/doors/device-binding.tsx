import { meters } from '@airdeck/contract/device/routes';
import { meterFields } from '@airdeck/contract/device/schema';
import { doorDevices } from '@airdeck/contract/door/routes';
import type { DoorDevice, DoorDeviceFields, DoorParts } from '@airdeck/contract/door/schema';
import { id } from '@airdeck/contract/field';
import { parseChannelKey, seqOfChannel, typeOfChannel } from '@airdeck/domain/channel';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { queriesOfRoute } from '../../../lib/api/route-query.ts';
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { toDepartment, toMeter } from '../entities/references.ts';
import formStyles from '../form/form.module.css';
import { ResourceField } from '../form/resource-field.tsx';
import { invalidateAll } from '../model/api.ts';
import type { Field } from '../model/definition.ts';
import { BindingTable, type BoundSensor, bindingOf, doubleChannels } from './binding-table.tsx';
import styles from './doors.module.css';
import { previewQuery, REFRESH_MS } from './queries.ts';
import { RawMessage } from './raw-message.tsx';

interface DeviceBindingProps {
  device: DoorDevice;
  parts: DoorParts;
  onNext: () => void;
}

const DEFAULT_INTERVAL_S = 60;
const MAX_CODE = 32;
const MAX_PROPOSED_NAME = 60;

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

/** The last message of a device with its values, and the meter to which they will belong. */
export function DeviceBinding({ device, parts, onNext }: DeviceBindingProps) {
  const { t } = useTranslation();
  const [driver, setDriver] = useState<string | undefined>(device.driver ?? undefined);
  const { data: preview } = useQuery({ ...previewQuery(device.id, driver), refetchInterval: REFRESH_MS });
  const [edited, setEdited] = useState<BoundSensor[] | null>(null);
  const [bound, setBound] = useState<Connected | null>(null);
  if (bound !== null) return <ConnectedNote connected={bound} onNext={onNext} />;
  const sensors = edited ?? (preview === undefined ? [] : bindingOf(preview, device.sensors));
  const families = parts.drivers.map(({ id: value, title }) => ({ id: value, label: title }));
  const recognized = parts.drivers.find(({ id: value }) => value === preview?.driver)?.title;
  return (
    <div className={styles.open}>
      <SinglePicker
        label={t('connect.binding.family')}
        options={families}
        value={driver ?? preview?.driver ?? undefined}
        onChange={(value) => {
          setDriver(value);
          setEdited(null);
        }}
        hint={
          driver === undefined && recognized !== undefined
            ? t('connect.binding.recognized', { driver: recognized })
            : preview?.driver === null
              ? t('connect.arriving.unknownDriver')
              : undefined
        }
      />
      {preview === undefined ? null : (
        <>
          <BindingTable preview={preview} value={sensors} onChange={setEdited} />
          {preview.warnings.length === 0 ? null : <Alert severity="info">{preview.warnings.join('; ')}</Alert>}
          <RawMessage preview={preview} />
          <MeterForm
            device={device}
            driver={driver ?? null}
            sensors={sensors}
            intervalS={device.interval_s ?? preview.default_interval_s ?? DEFAULT_INTERVAL_S}
            onConnected={setBound}
          />
        </>
      )}
    </div>
  );
}

/** The meter to which a device was connected, and the number of messages that waited. */
interface Connected {
  meterId: number;
  name: string;
  waiting: number;
}

function ConnectedNote({
  connected: { meterId, name, waiting },
  onNext,
}: {
  connected: Connected;
  onNext: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.open}>
      <Alert severity="success">
        {t('connect.binding.done', { name })} {t('connect.binding.doneText', { count: waiting })}
      </Alert>
      <div className={styles.row}>
        <Button component={Link} to={`/monitoring/sensor/${meterId}`} variant="contained">
          {t('connect.binding.see')}
        </Button>
        <Button component={Link} to={`/management/setting/labels?meters=${meterId}`}>
          {t('connect.binding.label')}
        </Button>
        <Button onClick={onNext}>{t('connect.binding.next')}</Button>
      </div>
    </div>
  );
}

interface MeterFormProps {
  device: DoorDevice;
  driver: string | null;
  sensors: readonly BoundSensor[];
  intervalS: number;
  onConnected: (connected: Connected) => void;
}

/** A new or an existing meter, which gets the device's values. */
function MeterForm({ device, driver, sensors, intervalS, onConnected }: MeterFormProps) {
  const { t } = useTranslation();
  const [to, setTo] = useState<'NEW' | 'OLD'>('NEW');
  const form = useContractForm(schema, {
    to: 'NEW',
    department_id: null,
    meter_id: null,
    name: device.model ?? device.address.slice(0, MAX_PROPOSED_NAME),
    code: codeOf(device.address),
    interval_s: intervalS,
  });
  const connect = useMutation({
    mutationFn: async (values: FieldValues): Promise<Connected> => {
      const meterId = values.to === 'OLD' ? Number(values.meter_id) : (await addMeter(values, sensors)).id;
      // Counters change with each message: the version is read when it is needed.
      const { version } = await call(doorDevices.read, { params: { id: device.id } });
      const saved = await call(doorDevices.edit, {
        params: { id: device.id },
        body: {
          ...{ driver, meter_id: meterId, purifier: device.purifier, sensors: [...sensors], blocked: 'N', version },
          interval_s: Number(values.interval_s),
          ...pollingOf(device),
        },
      });
      await Promise.all([invalidateAll(), queryClient.invalidateQueries(queriesOfRoute(doorDevices.list))]);
      return { meterId, name: saved.meter_name ?? '', waiting: device.waiting_count };
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

/** A meter with the sensors of a binding. */
const addMeter = (values: FieldValues, bound: readonly BoundSensor[]) =>
  call(meters.add, {
    body: {
      department_id: Number(values.department_id),
      name: String(values.name),
      code: String(values.code),
      interval_s: Number(values.interval_s),
      sensors: bound.flatMap(({ channel }) => {
        const number = channel === null ? null : parseChannelKey(channel);
        return number === null ? [] : [{ type: typeOfChannel(number), sequence: seqOfChannel(number) }];
      }),
    },
  });
