import type { DoorParts } from '@airdeck/contract/door/schema';
import { organizations } from '@airdeck/contract/place/routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useOnlyOrganization } from '../../../lib/session/only-organization.ts';
import { Card, CardHeader, CardSkeletons } from '../../../ui/card/card.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { type PickOption, SinglePicker } from '../../../ui/pick/picker.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { ArrivingStep } from './arriving-step.tsx';
import { DoorStep } from './door-step.tsx';
import styles from './doors.module.css';
import { partsQuery } from './queries.ts';
import { MODBUS_FAMILY, UNKNOWN_FAMILY, useConnectSearch } from './search.ts';

const MOST_ORGANIZATIONS = 1_000;

/** Connects a device of another maker in three steps: what it is, where it sends, and where its values go. */
export function ConnectScreen() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(partsQuery());
  return (
    <Page>
      <PageHeader title={t('connect.title')} subtitle={t('connect.text')} />
      {data === undefined ? (
        error === null ? (
          <CardSkeletons count={2} />
        ) : (
          <Card>
            <ErrorPanel error={error} onRetry={() => void refetch()} />
          </Card>
        )
      ) : (
        <ConnectSteps parts={data} />
      )}
    </Page>
  );
}

const GROUPS = ['LORAWAN', 'MQTT', 'HTTP', 'POLL'] as const;

function ConnectSteps({ parts }: { parts: DoorParts }) {
  const { t } = useTranslation();
  const [search, change] = useConnectSearch();
  const only = useOnlyOrganization();
  const { data: many } = useQuery({
    ...routeQuery(organizations.list, { query: { size: MOST_ORGANIZATIONS } }),
    enabled: only === null,
  });
  const choices = many?.content ?? [];
  const organizationId = only ?? search.organizationId ?? (choices.length === 1 ? choices[0]?.id : undefined);
  const families: PickOption<string>[] = [
    { id: UNKNOWN_FAMILY, label: t('connect.family.unknown'), detail: t('connect.family.unknownDetail'), group: '' },
    ...GROUPS.flatMap((group) =>
      parts.drivers
        .filter(({ transports }) => transports[0] === group)
        .map(({ id, title }) => ({ id, label: title, group: t(`connect.family.group.${group}`) })),
    ),
    {
      id: MODBUS_FAMILY,
      label: t('connect.family.modbus'),
      detail: t('connect.family.modbusDetail'),
      group: t('connect.family.group.POLL'),
    },
  ];
  const driver = parts.drivers.find(({ id }) => id === search.driver);
  const isModbus = search.driver === MODBUS_FAMILY;
  const isChosen = driver !== undefined || isModbus || search.driver === UNKNOWN_FAMILY;
  return (
    <div className={styles.steps}>
      <Card>
        <CardHeader title={`1. ${t('connect.family.title')}`} />
        <div className={styles.step}>
          {only === null ? (
            <SinglePicker
              label={t('admin.one.organizations')}
              options={choices.map(({ id, name }) => ({ id, label: name }))}
              value={organizationId}
              onChange={(id) => change({ organizationId: id, door: undefined, device: undefined })}
            />
          ) : null}
          <SinglePicker
            label={t('connect.family.label')}
            placeholder={t('connect.family.placeholder')}
            options={families}
            value={search.driver}
            onChange={(id) => change({ driver: id, device: undefined })}
          />
        </div>
      </Card>
      {isChosen && organizationId !== undefined ? (
        <DoorStep organizationId={organizationId} driver={driver ?? null} isModbus={isModbus} />
      ) : null}
      {search.door === undefined ? null : <ArrivingStep doorId={search.door} driver={driver ?? null} parts={parts} />}
    </div>
  );
}
