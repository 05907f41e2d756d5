// @vitest-environment jsdom
import type { DecoderTrial } from '@airdeck/contract/door/decoder';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { device, listOf, PREVIEW, showScreen } from '../doors/testing/show-screen.tsx';
import { DecoderEditorScreen } from './decoder-editor-screen.tsx';

const TRIAL: DecoderTrial = {
  ...{ data: { co2: 612 }, failure: null, missing: [], warnings: [], cpu_ms: 0.4 },
  values: [
    {
      ...{ sensor: 'co2', type: 'CO2', value: 612, unit: 'ppm', note: null, channel: 'CO2', stored: 612 },
      range: { min: 0, max: 5_000 },
    },
  ],
};
const FAILED: DecoderTrial = {
  ...TRIAL,
  ...{ data: null, values: [], cpu_ms: null },
  failure: { reason: 'EXCEPTION', message: 'line 3: x is not defined', line: 3 },
};
const decoder = {
  ...{ id: 6, organization_id: 2, organization_name: '한빛초등학교', name: 'Old', driver: 'decoder-6', state: 'ON' },
  ...{ trouble: null, trouble_time: null, example_count: 1, use_count: 0, version: 4 },
  ...{ created_time: '2026-11-20T00:00:00.000Z', updated_time: '2026-11-20T00:00:00.000Z' },
};
const example = {
  ...{ name: 'Office', input: { format: 'HEX', content: '0102', f_port: 1, topic: '' }, output: { co2: 258 } },
};
const DEVICES = { 'GET /api/v1/door-devices': () => listOf([device(), device({ id: 10, last_seen_time: null })]) };
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string | RegExp, text: string) => fireEvent.change(box(name), { target: { value: text } });

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

describe('the box to try it', () => {
  test('is filled by the last message of a device: its bytes, port and topic', async () => {
    const sent = fakeApi({
      ...DEVICES,
      'GET /api/v1/door-devices/9/preview': () => ({ body: PREVIEW }),
      'POST /api/v1/decoders/try': () => ({ body: TRIAL }),
    });
    showScreen(DecoderEditorScreen);
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: /^Last message of a device/ }));
    const list = within(await screen.findByRole('listbox'));
    // A device that has sent nothing is not offered.
    expect(await list.findAllByRole('option')).toHaveLength(1);
    fireEvent.click(list.getByRole('option', { name: /24e124710c000004 \(AM308\)/ }));
    await waitFor(() => expect(box('Message').value).toBe('0367'));
    expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'FPort' }).value).toBe('85');
    expect(box('Topic').value).toBe('application/1/event/up');
    press('Run');
    await screen.findByText('CO₂: 612');
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      input: { format: 'HEX', content: '0367', f_port: 85, topic: 'application/1/event/up' },
    });
    expect(sent.find(({ url }) => url.includes('door-devices?'))?.url).toContain('organizationId=2');
  });

  test('says that a last message is no message for a decoder, and keeps what was typed', async () => {
    fakeApi({
      ...DEVICES,
      'GET /api/v1/door-devices/9/preview': () => ({ body: { ...PREVIEW, decoder_input: null } }),
    });
    showScreen(DecoderEditorScreen);
    await screen.findByRole('combobox', { name: /^Last message of a device/ });
    type('Message', '0a0b');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /^Last message of a device/ }));
    fireEvent.click(await screen.findByRole('option', { name: /24e124710c000004/ }));
    expect(await screen.findByText(/Its last message has nothing to try/)).toBeDefined();
    expect(box('Message').value).toBe('0a0b');
  });

  test('shows why the script failed and in which line, and offers no example then', async () => {
    fakeApi({ ...DEVICES, 'POST /api/v1/decoders/try': () => ({ body: FAILED }) });
    showScreen(DecoderEditorScreen);
    await screen.findByRole('button', { name: 'Run' });
    press('Run');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'It failed while it ran. (line 3)line 3: x is not defined',
    );
    expect(screen.queryByRole('button', { name: 'Keep as an example' })).toBeNull();
  });

  test('a message in the wrong format is refused at its field', async () => {
    const refusal = { code: 'INVALID_PARAMETER', message: 'Wrong.', errors: { 'input.content': 'INVALID' } };
    fakeApi({ ...DEVICES, 'POST /api/v1/decoders/try': () => ({ status: 400, body: refusal }) });
    showScreen(DecoderEditorScreen);
    await screen.findByRole('button', { name: 'Run' });
    type('Message', 'xyz');
    press('Run');
    expect((await screen.findByText('This value is not valid.')).id).toContain(box('Message').id);
  });
});

describe('saving', () => {
  test('sends a result that was kept as an example, and continues at the new decoder', async () => {
    const sent = fakeApi({
      ...DEVICES,
      'POST /api/v1/decoders/try': () => ({ body: TRIAL }),
      'POST /api/v1/decoders': () => ({ body: decoder }),
      'GET /api/v1/decoders/6': () => ({ body: decoder }),
    });
    const router = showScreen(DecoderEditorScreen);
    await screen.findByRole('button', { name: 'Run' });
    type('Message', '0264');
    press('Run');
    await screen.findByRole('textbox', { name: 'Name of the example' });
    type('Name of the example', 'Office');
    press('Keep as an example');
    expect(screen.getByText('1 example is checked when it is saved.')).toBeDefined();
    type(/^Name \*|^Name$/, 'Mine');
    press('Save');
    await waitFor(() => expect(router.state.location.search).toEqual({ decoder: '6' }));
    const body = sent.find(({ method, url }) => method === 'POST' && url.endsWith('/decoders'))?.body;
    expect(body).toMatchObject({
      ...{ name: 'Mine', organization_id: 2 },
      examples: [{ name: 'Office', input: { content: '0264' }, output: { co2: 612 } }],
    });
  });

  test('names the example that fails and the error of the source, each at its place', async () => {
    const refusal = {
      ...{ code: 'INVALID_PARAMETER', message: 'Wrong.', request_id: 'r-2' },
      errors: { source: 'DECODER_SOURCE', 'examples.Office': 'EXAMPLE_FAILED' },
    };
    const sent = fakeApi({
      ...DEVICES,
      'GET /api/v1/decoders/6': () => ({ body: decoder }),
      'GET /api/v1/decoders/6/source': () => ({ body: { source: 'function decodeUplink() {}', examples: [example] } }),
      'GET /api/v1/decoders/6/versions': () => ({ body: { versions: [] } }),
      'PUT /api/v1/decoders/6': () => ({ status: 400, body: refusal }),
    });
    showScreen(DecoderEditorScreen, '?decoder=6');
    await screen.findByRole('textbox', { name: /^Name/ });
    type(/^Name \*|^Name$/, 'New');
    press('Save');
    expect((await screen.findByText(/The source cannot be loaded/)).id).toContain(box(/^JavaScript/).id);
    const failed = screen.getByText(/The result differs from the example/);
    expect(failed.closest('li')?.textContent).toContain('Office');
    expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ version: 4, examples: [example] });
  });
});
