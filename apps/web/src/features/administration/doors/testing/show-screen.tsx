import type { Door, DoorDevice, DoorParts, DoorPreview } from '@airdeck/contract/door/schema';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { parseSearch, stringifySearch } from '../../../../lib/url/search-text.ts';

/** Shows a screen at an address; its router tells the search that the screen has set. */
export const showScreen = (Screen: () => React.ReactNode, query = '') => {
  const root = createRootRoute();
  const route = createRoute({ getParentRoute: () => root, path: '/screen', component: Screen });
  const rest = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  const router = createRouter({
    routeTree: root.addChildren([route, rest]),
    history: createMemoryHistory({ initialEntries: [`/screen${query}`] }),
    ...{ parseSearch, stringifySearch },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <RouterProvider router={router} />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return router;
};

export const listOf = (content: readonly object[]) => ({
  body: { content, totalElements: content.length, totalPages: 1 },
});

const driver = (id: string, title: string, transport: string): DoorParts['drivers'][number] => ({
  ...{ id, title, transports: [transport], filters: [], path: null, default_interval_s: 600, takes_commands: false },
  guide: [`Enter {account} and {password} of ${title}`],
});

const READ = { sensor: 'co2', type: 'CO2', unit: 'ppm', table: 'HOLDING', register: 3 };

export const PARTS: DoorParts = {
  envelopes: [],
  drivers: [driver('milesight-am', 'Milesight AM', 'LORAWAN'), driver('airgradient', 'AirGradient', 'HTTP')],
  register_maps: [{ id: 'erv', title: 'Ventilation', map: { name: 'Ventilation', reads: [READ], writes: [] } }],
  decoders: [],
};

const STAMPS = { version: 1, created_time: '2026-11-20T00:00:00.000Z', updated_time: '2026-11-20T00:00:00.000Z' };

export const door = (over: Partial<Door> = {}): Door => ({
  ...{ id: 4, organization_id: 2, organization_name: '한빛초등학교', name: 'Milesight AM', kind: 'BROKER' },
  ...{ envelope: null, driver: null, local_server_id: null, local_server_name: null, filters: ['application/#'] },
  ...{ register_map: null, account: 'door-4', description: null, use: 'Y', home_assistant: null, header_name: null },
  ...{ device_count: 1, unbound_count: 1, last_message_time: null },
  ...STAMPS,
  ...over,
});

export const CREDENTIAL = {
  ...{ account: 'door-4', secret: 'very-secret', path: null, mqtt_port: 1883, mqtt_tls: false },
};

export const device = (over: Partial<DoorDevice> = {}): DoorDevice => ({
  ...{ id: 9, organization_id: 2, organization_name: '한빛초등학교', door_id: 4, door_name: 'Milesight AM' },
  ...{ address: '24e124710c000004', driver: null, model: 'AM308', meter_id: null, meter_name: null },
  ...{ office_name: null, department_name: null, purifier: null, sensors: [], interval_s: null, blocked: 'N' },
  ...{ host: null, port: null, unit: null, path: null, transport: 'TCP', poll_interval_s: null, register_map: null },
  ...{ tls: 'N', ca: null, poll_login: 'NONE', poll_account: null },
  ...{ message_count: 3, waiting_count: 3, first_seen_time: STAMPS.created_time },
  ...{ last_seen_time: STAMPS.created_time, fault: null },
  ...STAMPS,
  ...over,
});

const value = (over: Partial<DoorPreview['values'][number]>): DoorPreview['values'][number] => ({
  ...{ sensor: 'co2', type: 'CO2', value: 612, unit: 'ppm', note: null, channel: 'CO2', stored: 612 },
  ...over,
});

export const PREVIEW: DoorPreview = {
  ...{ received_time: STAMPS.created_time, topic: 'application/1/event/up', raw: '{"data":"A2c="}', is_text: true },
  ...{ envelope: 'chirpstack-v4', driver: 'milesight-am', port: 85, time: null },
  decoder_input: { format: 'HEX', content: '0367', f_port: 85, topic: 'application/1/event/up' },
  values: [
    value({}),
    value({ sensor: 'pm2_5', type: 'PM2.5', value: 2_000, unit: 'µg/m³', channel: 'PM2.5', stored: null }),
    value({ sensor: 'battery', type: null, value: 92, unit: '%', channel: null, stored: null }),
  ],
  ...{ missing: ['hcho'], purifier: null, warnings: [], default_interval_s: 600 },
};
