// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { ConnectScreen } from './connect-screen.tsx';
import { CREDENTIAL, device, door, listOf, PARTS, PREVIEW, showScreen } from './testing/show-screen.tsx';

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const pick = async (label: RegExp, option: RegExp) => {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: label }));
  fireEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }));
};
const ANSWERS = {
  'GET /api/v1/door-parts': () => ({ body: PARTS }),
  'GET /api/v1/device-doors': () => listOf([]),
  'GET /api/v1/device-doors/4': () => ({ body: door() }),
  'GET /api/v1/door-devices': () => listOf([]),
  'GET /api/v1/door-devices/9/preview': () => ({ body: PREVIEW }),
};

beforeEach(async () => {
  await speakInTests('en');
  beginSession(sampleSession({ authority: 'LOCAL_ADMIN' }));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

describe('the steps', () => {
  test('come one after another: family, data source with its secret, waiting for a message', async () => {
    const sent = fakeApi({
      ...ANSWERS,
      'POST /api/v1/device-doors': () => ({ body: { ...door(), credential: CREDENTIAL } }),
    });
    const router = showScreen(ConnectScreen);
    await screen.findByText('1. Which device is it?');
    expect(screen.queryByText('2. Where does it send?')).toBeNull();
    await pick(/^Device family/, /Milesight AM/);
    await screen.findByText('2. Where does it send?');
    expect(screen.queryByText('3. Check the messages')).toBeNull();
    expect(screen.getAllByRole('radio').map((each) => (each as HTMLInputElement).value)).toEqual([
      'BROKER',
      'SITE',
      'HTTP',
    ]);
    press('Make a data source');
    expect(await screen.findByText('very-secret')).toBeDefined();
    expect(screen.getByText('Enter door-4 and very-secret of Milesight AM')).toBeDefined();
    await screen.findByText(/usually send every 10/);
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      ...{ organization_id: 2, name: 'Milesight AM', kind: 'BROKER', filters: ['application/#', 'v3/#'] },
    });
    expect(router.state.location.search).toEqual({ driver: 'milesight-am', door: '4' });
  });

  test('continue at the address, without the secret', async () => {
    fakeApi({ ...ANSWERS, 'GET /api/v1/device-doors': () => listOf([door()]) });
    showScreen(ConnectScreen, '?driver=milesight-am&door=4');
    await screen.findByText('3. Check the messages');
    expect(await screen.findByText(/The password is not shown again/)).toBeDefined();
    expect(screen.getByText('Enter door-4 and {password} of Milesight AM')).toBeDefined();
  });

  test('a failure of the server is shown with a way to try again', async () => {
    const refusal = { code: 'RESOURCE_NOT_FOUND', message: 'It is gone.', errors: {}, request_id: 'req-3' };
    fakeApi({ 'GET /api/v1/door-parts': () => ({ status: 404, body: refusal }) });
    showScreen(ConnectScreen);
    expect((await screen.findByRole('button', { name: /again/ })).closest('section')?.textContent).toContain('req-3');
  });
});

describe('a device that has sent', () => {
  const ADDRESS = '?driver=milesight-am&door=4&device=9';

  test('becomes a meter with the sensors of its binding', async () => {
    const departments = [
      { id: 31, name: 'Room 1', organization_name: '한빛초등학교', office_name: 'Main', organization_id: 2 },
    ];
    const bound = device({ meter_id: 70, meter_name: 'AM308' });
    const sent = fakeApi({
      ...ANSWERS,
      'GET /api/v1/device-doors': () => listOf([door()]),
      'GET /api/v1/door-devices': () => listOf([device()]),
      'GET /api/v1/door-devices/9': () => ({ body: device({ version: 5 }) }),
      'GET /api/v1/departments': () => listOf(departments),
      'POST /api/v1/meters': () => ({ body: { id: 70, name: 'AM308' } }),
      'PUT /api/v1/door-devices/9': () => ({ body: bound }),
    });
    showScreen(ConnectScreen, ADDRESS);
    await pick(/^Department/, /Room 1/);
    press('Connect');
    expect(await screen.findByText(/Connected to AM308\. The values of 3 waiting messages/)).toBeDefined();
    const bodies = sent.filter(({ method }) => method !== 'GET').map(({ body }) => body);
    expect(bodies).toEqual([
      {
        ...{ department_id: 31, name: 'AM308', code: '24E124710C000004', interval_s: 600, purifiers: [] },
        sensors: [
          { type: 'CO2', sequence: 1 },
          { type: 'PM2.5', sequence: 1 },
        ],
      },
      expect.objectContaining({
        ...{ meter_id: 70, version: 5, interval_s: 600, blocked: 'N' },
        sensors: [
          { sensor: 'co2', channel: 'CO2' },
          { sensor: 'pm2_5', channel: 'PM2.5' },
        ],
      }),
    ]);
  });

  test('that reports a purifier becomes one of its meter, with the family that its commands need', async () => {
    const fan = device({ address: 'zigbee2mqtt/1층/교실 101', model: null });
    let preview: object = { ...PREVIEW, purifier: { power: 'ON' } };
    const sent = fakeApi({
      ...ANSWERS,
      'GET /api/v1/device-doors': () => listOf([door()]),
      'GET /api/v1/door-devices': () => listOf([fan]),
      'GET /api/v1/door-devices/9': () => ({ body: fan }),
      'GET /api/v1/door-devices/9/preview': () => ({ body: preview }),
      'GET /api/v1/meters': () => listOf([{ id: 70, name: 'Lobby', code: 'L-1', organization_id: 2 }]),
      'GET /api/v1/purifiers': () => listOf([{ id: 1, number: 3 }]),
      'POST /api/v1/purifiers': () => ({ body: { id: 2, number: 4 } }),
      'PUT /api/v1/door-devices/9': () => ({ body: { ...fan, meter_id: 70, meter_name: 'Lobby', purifier: 4 } }),
    });
    showScreen(ConnectScreen, '?driver=unknown&door=4&device=9');
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: /Register this device as a purifier/ });
    expect(box.checked).toBe(true);
    // The next message has values only, and of another recognized family.
    preview = { ...PREVIEW, driver: null };
    await queryClient.invalidateQueries();
    fireEvent.click(screen.getByRole('radio', { name: 'Existing meter' }));
    await pick(/^Meter/, /Lobby/);
    press('Connect');
    expect((await screen.findByRole('link', { name: 'Show in Control' })).getAttribute('href')).toContain('Lobby');
    expect(sent.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toEqual([
      { meter_id: 70, number: 4, name: 'zigbee2mqtt 1층 교실 101' },
      expect.objectContaining({ meter_id: 70, purifier: 4, driver: 'milesight-am' }),
    ]);
  });

  test('whose state comes after its first values is offered as a purifier too', async () => {
    let preview: object = PREVIEW;
    fakeApi({
      ...ANSWERS,
      'GET /api/v1/device-doors': () => listOf([door()]),
      'GET /api/v1/door-devices': () => listOf([device()]),
      'GET /api/v1/door-devices/9/preview': () => ({ body: preview }),
    });
    showScreen(ConnectScreen, ADDRESS);
    await screen.findByRole('combobox', { name: /^Department/ });
    expect(screen.queryByRole('switch')).toBeNull();
    preview = { ...PREVIEW, purifier: { power: 'ON' } };
    await queryClient.invalidateQueries();
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: /Register this device as a purifier/ });
    expect(box.checked).toBe(true);
  });

  test('without a department nothing is sent, and the field says so', async () => {
    const sent = fakeApi({
      ...ANSWERS,
      'GET /api/v1/device-doors': () => listOf([door()]),
      'GET /api/v1/door-devices': () => listOf([device()]),
      'GET /api/v1/departments': () => listOf([]),
    });
    showScreen(ConnectScreen, ADDRESS);
    await screen.findByRole('combobox', { name: /^Department/ });
    press('Connect');
    expect(await screen.findByText('This is a required field.')).toBeDefined();
    expect(sent.every(({ method }) => method === 'GET')).toBe(true);
  });
});

describe('a Modbus device', () => {
  test('is added with the registers of its form, after their errors are corrected', async () => {
    const modbus = door({ kind: 'MODBUS', name: 'Modbus', account: null, filters: [] });
    const polled = device({ host: '10.0.0.7', address: '10.0.0.7:502/1' });
    const sent = fakeApi({
      ...ANSWERS,
      'GET /api/v1/device-doors': () => listOf([modbus]),
      'GET /api/v1/device-doors/4': () => ({ body: modbus }),
      'POST /api/v1/door-devices': () => ({ body: polled }),
      'POST /api/v1/door-devices/9/read': () => ({ status: 503, body: {} }),
    });
    const router = showScreen(ConnectScreen, '?driver=modbus&door=4');
    fireEvent.change(await screen.findByRole('textbox', { name: /^IP address/ }), { target: { value: '10.0.0.7' } });
    press('Change the map');
    press(/^co2/);
    const register = () => screen.getByRole('textbox', { name: /^Register/ });
    fireEvent.change(register(), { target: { value: '70000' } });
    press('Add and read once');
    await waitFor(() => expect(register().getAttribute('aria-invalid')).toBe('true'));
    fireEvent.change(register(), { target: { value: '17' } });
    press('Add and read once');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ device: '9' }));
    const added = sent.filter(({ method, url }) => method === 'POST' && !url.endsWith('/read'));
    expect(added.map(({ body }) => body)).toEqual([
      expect.objectContaining({
        ...{ door_id: 4, host: '10.0.0.7', port: 502, unit: 1 },
        register_map: { name: 'Ventilation', reads: [expect.objectContaining({ register: 17 })], writes: [] },
      }),
    ]);
  });
});
