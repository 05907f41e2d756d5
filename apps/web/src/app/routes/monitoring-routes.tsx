import { type RouteComponent, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Page } from '../../ui/page/page.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { NotFound } from '../not-found.tsx';

const ID = /^[1-9]\d{0,9}$/;

export interface MonitoringScreenProps {
  /** The {id} of the address; without it a screen shows everything that the user may see. */
  id: number | undefined;
}

/** The address's optional {id}, handed to the screen as a prop. What is no id is no address of ours. */
function withId(Screen: ComponentType<MonitoringScreenProps>) {
  return function MonitoringRoute() {
    const { id } = useParams({ strict: false });
    if (id !== undefined && !ID.test(id)) return <NotFound />;
    return <Screen id={id === undefined ? undefined : Number(id)} />;
  };
}

interface MonitoringRoute {
  name: string;
  component: RouteComponent;
  search?: z.ZodType<object>;
}

const NAMES = ['agency', 'grade', 'half', 'meter', 'sensor', 'localization', 'purifier'] as const;

function waitingScreen(name: (typeof NAMES)[number]): ComponentType<MonitoringScreenProps> {
  return function WaitingScreen() {
    const { t } = useTranslation();
    return (
      <Page>
        <PageHeader title={t(`monitoring.screen.${name}`)} />
        <EmptyState title={t('planned.badge')} text="" icon="hammer" />
      </Page>
    );
  };
}

/** The seven screens of Monitoring, by the word in their address. */
export const MONITORING_SCREENS: readonly MonitoringRoute[] = NAMES.map((name) => ({
  name,
  component: withId(waitingScreen(name)),
}));
