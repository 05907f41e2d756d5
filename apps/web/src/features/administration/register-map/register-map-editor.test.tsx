// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { EMPTY_MAP, type MapValue } from './map-value.ts';
import { RegisterMapEditor } from './register-map-editor.tsx';

const read = (sensor: string, register: number) => ({
  ...{ sensor, type: 'CO2', unit: 'ppm', table: 'HOLDING', register },
});
const EXAMPLE = { id: 'erv', title: 'Ventilation', map: { name: 'Ventilation', reads: [read('co2', 1)] } };

let value: MapValue;

function Editor({ first, isSent }: { first: MapValue; isSent: boolean }) {
  const [map, setMap] = useState(first);
  value = map;
  return (
    <RegisterMapEditor
      label="Register map"
      value={map}
      onChange={setMap}
      examples={[EXAMPLE]}
      isSent={isSent}
      disabled={false}
    />
  );
}
const show = (first: MapValue, isSent = false) => render(<Editor first={first} isSent={isSent} />);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string | RegExp, text: string) => fireEvent.change(box(name), { target: { value: text } });
const choose = (name: RegExp, option: string | RegExp) => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name }));
  fireEvent.click(within(screen.getByRole('listbox')).getByRole('option', { name: option }));
};
const view = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const json = () => box('Register map JSON');

beforeEach(() => speakInTests('en'));
afterEach(cleanup);

describe('the form', () => {
  test('makes a map of one value with its type, table, data type, factor and missing numbers', () => {
    show(EMPTY_MAP);
    type(/^Name of the map/, 'Meter');
    press('Add a value');
    type(/^Sensor name/, 'temperature');
    choose(/^Measures/, 'Temp.');
    expect(screen.getByRole('combobox', { name: /^Unit/ }).textContent).toBe('°C');
    choose(/^Table \(function code\)/, 'Input register (4)');
    type(/^Register/, '17');
    choose(/^Data type/, 'Signed, 32 bits');
    choose(/^Word order/, 'Low word first');
    type(/^Factor/, '0.');
    expect(box(/^Factor/).value).toBe('0.');
    type(/^Factor/, '0.01');
    type(/^No-value numbers/, '65535, -1');
    expect(value).toEqual({
      ...{ name: 'Meter', unit: 1, writes: [] },
      reads: [
        {
          ...{ sensor: 'temperature', type: 'TEMPERATURE', unit: '°C', table: 'INPUT', register: 17 },
          ...{ format: 'int32', wordOrder: 'LITTLE', factor: 0.01, missing: [65_535, -1] },
        },
      ],
    });
    expect(screen.queryByText(/to correct/)).toBeNull();
  });

  test('a bit has no data type', () => {
    show({ name: 'A', reads: [{ ...read('a', 1), format: 'float32', wordOrder: 'LITTLE' }] });
    press(/^a/);
    choose(/^Table/, 'Coil (1)');
    expect(value).toMatchObject({ reads: [{ sensor: 'a', table: 'COIL' }] });
    expect(Object.keys((value as { reads: object[] }).reads[0] ?? {})).not.toContain('format');
    expect(screen.queryByRole('combobox', { name: /^Data type/ })).toBeNull();
  });

  test('shows an error at its field, an empty one once it was left', () => {
    show(EMPTY_MAP);
    press('Add a value');
    expect(screen.queryByText('This is a required field.')).toBeNull();
    fireEvent.blur(box(/^Sensor name/));
    expect(box(/^Sensor name/).getAttribute('aria-invalid')).toBe('true');
    type(/^Register/, '65536');
    expect(screen.getByText(/more than the largest value allowed/).id).toContain(box(/^Register/).id);
    type(/^Register/, '1x');
    expect(screen.getByText('This value is not valid.').id).toContain(box(/^Register/).id);
    expect(value).toMatchObject({ reads: [{ register: '1x' }] });
  });

  test('opens the first row with an error when the form was sent', async () => {
    show({ name: 'A', reads: [read('a', 1), { ...read('b', 2), register: -1 }] }, true);
    await waitFor(() => expect(box(/^Sensor name/).value).toBe('b'));
    expect(screen.getByRole('status').textContent).toBe('1 field to correct');
    type(/^Sensor name/, 'a');
    expect(screen.getByText('Another line has this already.').id).toContain(box(/^Sensor name/).id);
  });

  test('rows are added, moved and removed by buttons, which keep the focus', async () => {
    show({ name: 'A', reads: [read('a', 1), read('b', 2), read('c', 3)] });
    const sensors = () => (value as { reads: { sensor: string }[] }).reads.map(({ sensor }) => sensor);
    press('Move c up');
    expect(sensors()).toEqual(['a', 'c', 'b']);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move c up'));
    press('Move c up');
    expect(sensors()).toEqual(['c', 'a', 'b']);
    // At the top only the way down is left.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move c down'));
    press('Remove a');
    expect(sensors()).toEqual(['c', 'b']);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('b'));
    press('Add a value');
    expect(value).toMatchObject({ reads: [{}, {}, { table: 'HOLDING', register: 3 }] });
  });

  test('the register that confirms a command follows it until it is another one', () => {
    show({ name: 'A', reads: [read('a', 1)] });
    press('Add a command');
    choose(/^Command/, 'Fan speed');
    choose(/^Action/, 'Strong');
    type(/^Register \*|^Register$/, '1130');
    type(/^Value to write/, '4');
    expect(value).toMatchObject({
      writes: [
        {
          ...{ command: 'FAN_SPEED', action: 'STRONG', table: 'HOLDING', register: 1130, value: 4 },
          readBack: { table: 'HOLDING', register: 1130, expected: 4 },
        },
      ],
    });
    type(/^Register to read back/, '1131');
    type(/^Value to write/, '5');
    expect(value).toMatchObject({ writes: [{ value: 5, readBack: { register: 1131, expected: 4 } }] });
  });

  test('the numbers of a state have meanings', () => {
    show({ name: 'A', reads: [read('a', 1)] });
    press('Power');
    type(/^Register/, '9');
    type(/^Number/, '1');
    choose(/^Meaning/, 'On');
    expect(value).toMatchObject({
      purifier: { power: { table: 'HOLDING', register: 9, values: [{ value: 1, state: 'ON' }] } },
    });
    press('Remove Power');
    expect(value).not.toHaveProperty('purifier');
  });
});

describe('the JSON', () => {
  test('is the same map: a change of either is in the other', () => {
    show({ name: 'A', reads: [read('a', 1)] });
    view('JSON');
    fireEvent.change(json(), { target: { value: JSON.stringify({ name: 'B', reads: [read('b', 2)] }) } });
    view('Form');
    expect(box(/^Name of the map/).value).toBe('B');
    type(/^Name of the map/, 'C');
    view('JSON');
    expect(JSON.parse(json().value)).toMatchObject({ name: 'C', reads: [{ sensor: 'b' }] });
  });

  test('a text that is no JSON stays until it is corrected, and the form does not hide it', () => {
    show({ name: 'A', reads: [read('a', 1)] });
    view('JSON');
    fireEvent.change(json(), { target: { value: '{"name":' } });
    expect(value).toBe('{"name":');
    view('Form');
    expect(json().value).toBe('{"name":');
    expect(screen.getByText('This is not JSON.')).toBeDefined();
  });

  test('a file replaces the map, shows what is wrong in it, and can be undone', async () => {
    const { container } = show({ name: 'A', reads: [read('a', 1)] });
    const text = JSON.stringify({ name: 'B', reads: [{ ...read('b', 2), farctor: 0.1 }] });
    const input = container.querySelector('input[type=file]');
    if (input === null) throw new Error('no file can be chosen');
    fireEvent.change(input, { target: { files: [new File([text], 'map.json')] } });
    expect(await screen.findByText('Unknown fields: farctor')).toBeDefined();
    press('Undo');
    expect(value).toMatchObject({ name: 'A' });
  });

  test('an example is a beginning', () => {
    show(null);
    press('Ventilation');
    expect(value).toBe(EXAMPLE.map);
    expect(box(/^Name of the map/).value).toBe('Ventilation');
    press('Remove the map');
    expect(value).toBeNull();
  });
});
