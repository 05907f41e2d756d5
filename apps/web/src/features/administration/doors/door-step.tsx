import { doors } from '@airdeck/contract/door/routes';
import type { Door, DoorCredential, DoorParts } from '@airdeck/contract/door/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { queriesOfRoute } from '../../../lib/api/route-query.ts';
import { Card, CardHeader } from '../../../ui/card/card.tsx';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { DoorSettings } from './door-settings.tsx';
import styles from './doors.module.css';
import { doorsQuery, localServersQuery } from './queries.ts';
import { useConnectSearch } from './search.ts';

type DriverPart = DoorParts['drivers'][number];

interface DoorStepProps {
  organizationId: number;
  /** null: the person does not know the family. */
  driver: DriverPart | null;
  isModbus: boolean;
}

type Kind = 'BROKER' | 'HTTP' | 'SITE' | 'POLL' | 'MODBUS';

/** The ways in that a family can use, the safest first. */
const kindsOf = (driver: DriverPart | null, isModbus: boolean): readonly Kind[] => {
  if (isModbus) return ['MODBUS'];
  if (driver === null || driver.transports.includes('LORAWAN')) return ['BROKER', 'SITE', 'HTTP'];
  const kinds: Kind[] = [];
  if (driver.transports.includes('MQTT')) kinds.push('BROKER', 'SITE');
  if (driver.transports.includes('HTTP')) kinds.push('HTTP');
  if (driver.transports.includes('POLL')) kinds.push('POLL');
  return kinds;
};

/** Topics of network servers whose messages arrive by MQTT. */
const NETWORK_TOPICS = ['application/#', 'v3/#'];

/** Where the device sends: a data source of the organization, or a new one with the settings to enter. */
export function DoorStep({ organizationId, driver, isModbus }: DoorStepProps) {
  const { t } = useTranslation();
  const [search, change] = useConnectSearch();
  const { data } = useQuery(doorsQuery(organizationId));
  const [made, setMade] = useState<{ door: Door; credential: DoorCredential | null } | null>(null);
  const all = data?.content ?? [];
  const open = all.find(({ id }) => id === search.door);
  return (
    <Card>
      <CardHeader title={`2. ${t('connect.door.title')}`} />
      <div className={styles.step}>
        {all.length === 0 ? (
          <p className={styles.muted}>{t('connect.door.none')}</p>
        ) : (
          <SinglePicker
            label={t('connect.door.label')}
            placeholder={t('connect.door.placeholder')}
            options={all.map(({ id, name, kind }) => ({
              id,
              label: name,
              detail: t(`connect.door.kind.${kind as Kind}`),
            }))}
            value={search.door}
            onChange={(door) => change({ door, device: undefined })}
          />
        )}
        {made !== null && made.door.id === search.door ? (
          made.credential === null ? null : (
            <div className={styles.choices}>
              <h3 className={styles.heading}>{t('connect.door.settings')}</h3>
              <DoorSettings credential={made.credential} filters={made.door.filters} />
              <Alert severity="warning">{t('connect.door.once')}</Alert>
            </div>
          )
        ) : open === undefined ? (
          <NewDoor
            organizationId={organizationId}
            driver={driver}
            isModbus={isModbus}
            name={nameFor(isModbus ? 'Modbus' : (driver?.title ?? t('connect.door.new')), all)}
            onMade={(door, credential) => {
              setMade({ door, credential });
              change({ door: door.id, device: undefined });
            }}
          />
        ) : (
          <KnownDoor door={open} />
        )}
        {driver === null || driver.guide.length === 0 ? null : (
          <details className={styles.raw}>
            <summary>{t('connect.door.guide', { family: driver.title })}</summary>
            <ol className={styles.guide}>
              {driver.guide.map((step) => (
                <li key={step}>{filled(step, made?.credential ?? null, open?.account ?? null)}</li>
              ))}
            </ol>
          </details>
        )}
      </div>
    </Card>
  );
}

/** A step of a guide with the settings of the data source; a secret is shown only once, and stays a placeholder later. */
const filled = (step: string, credential: DoorCredential | null, account: string | null): string => {
  const settings: Record<string, string | null | undefined> = {
    broker: window.location.hostname,
    port: credential === null ? null : String(credential.mqtt_port),
    account: credential?.account ?? account,
    password: credential?.path === null ? credential.secret : null,
    url: credential?.path == null ? null : `${window.location.origin}${credential.path}`,
  };
  return step.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => settings[name] ?? placeholder);
};

/** A name that no other data source of the organization has. */
const nameFor = (title: string, all: readonly Door[]): string => {
  const names = new Set(all.map(({ name }) => name.toLowerCase()));
  const base = title.slice(0, 50);
  if (!names.has(base.toLowerCase())) return base;
  for (let i = 2; ; i++) if (!names.has(`${base} ${i}`.toLowerCase())) return `${base} ${i}`;
};

function KnownDoor({ door }: { door: Door }) {
  const { t } = useTranslation();
  const kind = door.kind as Kind;
  return (
    <div className={styles.muted}>
      <p>{t(`connect.door.kindText.${kind}`)}</p>
      {door.account === null ? null : (
        <p>
          {t('connect.door.account')}: <code>{door.account}</code>
        </p>
      )}
      {door.account === null && kind !== 'HTTP' ? null : <p>{t('connect.door.kept')}</p>}
    </div>
  );
}

interface NewDoorProps {
  organizationId: number;
  driver: DriverPart | null;
  isModbus: boolean;
  name: string;
  onMade: (door: Door, credential: DoorCredential | null) => void;
}

function NewDoor({ organizationId, driver, isModbus, name, onMade }: NewDoorProps) {
  const { t } = useTranslation();
  const kinds = kindsOf(driver, isModbus);
  const [chosen, setChosen] = useState<Kind | null>(null);
  const kind = chosen !== null && kinds.includes(chosen) ? chosen : kinds[0];
  const [localServer, setLocalServer] = useState<number | undefined>(undefined);
  const { data: servers } = useQuery({ ...localServersQuery(organizationId), enabled: kind === 'SITE' });
  const isLorawan = driver === null || driver.transports.includes('LORAWAN');
  const hasTopics = kind === 'BROKER' || kind === 'SITE';
  const filters = !hasTopics ? [] : isLorawan ? NETWORK_TOPICS : driver.filters;
  const make = useMutation({
    mutationFn: async () => {
      const body = { organization_id: organizationId, name, kind: kind ?? 'HTTP', filters: [...filters] };
      const { credential, ...door } = await call(doors.add, {
        body: { ...body, ...(kind === 'SITE' && { local_server_id: localServer ?? null }) },
      });
      await queryClient.invalidateQueries(queriesOfRoute(doors.list));
      return { door, credential };
    },
    onSuccess: ({ door, credential }) => onMade(door, credential),
  });
  if (kind === undefined) return null;
  const isWithoutServer = kind === 'SITE' && localServer === undefined;
  return (
    <div className={styles.choices}>
      <RadioGroup
        aria-label={t('connect.door.title')}
        value={kind}
        onChange={(event) => setChosen(kinds.find((each) => each === event.target.value) ?? null)}
      >
        {kinds.map((value) => (
          <FormControlLabel
            key={value}
            value={value}
            control={<Radio size="small" />}
            className={styles.kind ?? ''}
            label={
              <>
                {t(`connect.door.kind.${value}`)}
                <small>{t(`connect.door.kindText.${value}`)}</small>
              </>
            }
          />
        ))}
      </RadioGroup>
      {kind === 'SITE' && servers !== undefined ? (
        servers.content.length === 0 ? (
          <Alert severity="info">{t('connect.door.noLocalServer')}</Alert>
        ) : (
          <SinglePicker
            label={t('admin.field.local_server_id')}
            options={servers.content.map((server) => ({ id: server.id, label: server.name, detail: server.ip }))}
            value={localServer}
            onChange={setLocalServer}
          />
        )
      ) : null}
      <FailureAlert error={make.error} />
      <div className={styles.row}>
        <Button variant="contained" loading={make.isPending} disabled={isWithoutServer} onClick={() => make.mutate()}>
          {t('connect.door.make')}
        </Button>
        <span className={styles.muted}>{name}</span>
      </div>
    </div>
  );
}
