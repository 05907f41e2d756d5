import { doorDevices, readDoorDevice } from '@airdeck/contract/door/routes';
import {
  type Door,
  type DoorParts,
  doorDeviceFields,
  MODBUS_TRANSPORTS,
  POLL_LOGINS,
} from '@airdeck/contract/door/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { queriesOfRoute } from '../../../lib/api/route-query.ts';
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import formStyles from '../form/form.module.css';
import { ResourceField } from '../form/resource-field.tsx';
import type { Field } from '../model/definition.ts';
import { EMPTY_MAP, errorsOf, type MapValue } from '../register-map/map-value.ts';
import { RegisterMapEditor } from '../register-map/register-map-editor.tsx';
import styles from './doors.module.css';
import { hasPollAccount, hasPollSecret } from './poll-login.ts';

interface AddPolledDeviceProps {
  door: Pick<Door, 'id' | 'kind' | 'driver'>;
  driver: DoorParts['drivers'][number] | null;
  parts: DoorParts;
  onAdded: (deviceId: number) => void;
}

const DEFAULT_POLL_S = 60;
/** Choice of a map that a person enters. */
const OWN_MAP = 'own';

const schema = doorDeviceFields.pick({
  host: true,
  port: true,
  unit: true,
  path: true,
  tls: true,
  ca: true,
  poll_login: true,
  poll_account: true,
  poll_secret: true,
  transport: true,
  poll_interval_s: true,
}) as z.ZodType<FieldValues, FieldValues>;

/** Fields of a device that is read by HTTP, for the present values. */
const readFields = (values: FieldValues): readonly Field[] => [
  { name: 'tls', kind: 'yesNo', half: true, hint: 'poll_tls' },
  { name: 'poll_login', kind: 'choice', choice: 'poll_login', options: POLL_LOGINS, half: true },
  ...(hasPollAccount(values) ? ([{ name: 'poll_account', kind: 'text', required: true, half: true }] as const) : []),
  ...(hasPollSecret(values) ? ([{ name: 'poll_secret', kind: 'password', required: true, half: true }] as const) : []),
  ...(values.tls === 'Y' ? ([{ name: 'ca', kind: 'multiline', hint: 'poll_ca' }] as const) : []),
];

const fieldsOf = (kind: string, values: FieldValues): readonly Field[] => [
  { name: 'host', kind: 'text', required: true, half: true },
  { name: 'port', kind: 'number', half: true, hint: kind === 'MODBUS' ? 'modbusPort' : 'poll_port' },
  ...(kind === 'MODBUS'
    ? ([
        { name: 'unit', kind: 'number', half: true },
        { name: 'transport', kind: 'choice', choice: 'transport', options: MODBUS_TRANSPORTS, half: true },
      ] as const)
    : ([{ name: 'path', kind: 'text', half: true }] as const)),
  { name: 'poll_interval_s', kind: 'number', half: true },
  ...(kind === 'MODBUS' ? [] : readFields(values)),
];

/** Adds a device that Airdeck asks for its values, and asks it once at once. */
export function AddPolledDevice({ door, driver, parts, onAdded }: AddPolledDeviceProps) {
  const { t } = useTranslation();
  const isModbus = door.kind === 'MODBUS';
  const [start, setStart] = useState<string | undefined>(parts.register_maps[0]?.id);
  const [map, setMap] = useState<MapValue>(parts.register_maps[0]?.map ?? null);
  const [isEdited, setEdited] = useState(false);
  const form = useContractForm(schema, {
    host: null,
    port: isModbus ? 502 : null,
    unit: isModbus ? 1 : null,
    path: isModbus ? null : (driver?.path ?? null),
    transport: 'TCP',
    ...{ tls: 'N', ca: null, poll_login: 'NONE', poll_account: null, poll_secret: null },
    poll_interval_s: driver?.default_interval_s ?? DEFAULT_POLL_S,
  });
  const values = useWatch({ control: form.control });
  const add = useMutation({
    mutationFn: async (values: FieldValues) => {
      const body = values as z.input<typeof doorDeviceFields>;
      const added = await call(doorDevices.add, {
        body: {
          ...body,
          door_id: door.id,
          driver: isModbus ? null : (driver?.id ?? null),
          register_map: isModbus && typeof map === 'object' && map !== null ? { ...map } : null,
        },
      });
      await queryClient.invalidateQueries(queriesOfRoute(doorDevices.list));
      const reading = await call(readDoorDevice, { params: { id: added.id } }).catch(() => null);
      return { added, reading };
    },
    onSuccess: ({ added }, values) => {
      form.reset({ ...values, poll_secret: null });
      onAdded(added.id);
    },
    onError: (failure) => showFieldErrors(form, failure),
  });
  return (
    <form
      className={`${styles.form} ${styles.first}`}
      noValidate
      onSubmit={form.handleSubmit((values) => {
        if (isModbus && errorsOf(map).size > 0) setEdited(true);
        else add.mutate(values);
      })}
    >
      <div className={formStyles.form}>
        {fieldsOf(door.kind, values).map((field) => (
          <div key={field.name} data-half={field.half || undefined}>
            <ResourceField control={form.control} field={field} item={null} disabled={false} />
          </div>
        ))}
      </div>
      {isModbus ? (
        <SinglePicker
          label={t('connect.polled.map')}
          options={[
            ...parts.register_maps.map(({ id, title }) => ({ id, label: title })),
            { id: OWN_MAP, label: t('connect.map.own') },
          ]}
          value={start}
          onChange={(id) => {
            setStart(id);
            setMap(parts.register_maps.find((each) => each.id === id)?.map ?? EMPTY_MAP);
            setEdited(id === OWN_MAP);
          }}
          hint={t('connect.polled.mapHint')}
        />
      ) : null}
      {!isModbus ? null : isEdited ? (
        <RegisterMapEditor
          label={t('connect.polled.map')}
          value={map}
          onChange={setMap}
          examples={[]}
          isSent={form.formState.submitCount > 0}
          disabled={false}
        />
      ) : (
        <div className={styles.row}>
          <Button size="small" onClick={() => setEdited(true)}>
            {t('connect.map.change')}
          </Button>
        </div>
      )}
      <FailureAlert error={add.error} />
      {add.data?.reading?.fault == null ? null : <Alert severity="warning">{add.data.reading.fault}</Alert>}
      <div className={styles.row}>
        <Button type="submit" variant="outlined" loading={add.isPending}>
          {t('connect.polled.add')}
        </Button>
      </div>
    </form>
  );
}
