// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { BindingTable, type BoundSensor, bindingOf, doubleChannels } from './binding-table.tsx';
import { PREVIEW } from './testing/show-screen.tsx';

let bound: readonly BoundSensor[];

function Table({ first, preview = PREVIEW }: { first: readonly BoundSensor[]; preview?: typeof PREVIEW }) {
  const [value, setValue] = useState(first);
  bound = value;
  return <BindingTable preview={preview} value={value} onChange={setValue} />;
}
const target = (sensor: string) => screen.getByRole('combobox', { name: `${sensor}: Stored as` });
const choose = (sensor: string, option: string) => {
  fireEvent.mouseDown(target(sensor));
  fireEvent.click(within(screen.getByRole('listbox')).getByRole('option', { name: option }));
};

beforeEach(() => speakInTests('en'));
afterEach(cleanup);

test('a suggestion keeps what is bound already, and leaves out values without a type', () => {
  const own = { sensor: 'co2', channel: 'CO2:2', offset: 5 };
  expect(bindingOf(PREVIEW, [own])).toEqual([own, { sensor: 'pm2_5', channel: 'PM2.5' }]);
});

test('two sensors of one channel are named at both, and "not stored" is none', () => {
  const rows = [
    { sensor: 'a', channel: 'CO2' },
    { sensor: 'b', channel: 'CO2' },
    { sensor: 'c', channel: null },
    { sensor: 'd', channel: null },
  ];
  expect([...doubleChannels(rows)]).toEqual(['CO2']);
  render(
    <Table
      first={[
        { sensor: 'co2', channel: 'CO2' },
        { sensor: 'battery', channel: 'CO2' },
      ]}
    />,
  );
  expect(screen.getAllByText('Two values cannot be stored in the same place.')).toHaveLength(2);
});

test('shows the values with their targets, a value out of range and sensors without one', () => {
  render(<Table first={bindingOf(PREVIEW, [])} />);
  expect(target('co2').textContent).toBe('CO₂');
  expect(target('battery').textContent).toBe('Not stored');
  expect(within(screen.getByRole('row', { name: /^pm2_5/ })).getByText('out of range')).toBeDefined();
  expect(screen.getByText('Sensors without a value: hcho')).toBeDefined();
});

test('another channel keeps the offset; a value without a type gets one, with its unit', () => {
  render(<Table first={[{ sensor: 'co2', channel: 'CO2', offset: 5 }]} />);
  choose('co2', 'CO₂ 2');
  choose('battery', 'Humidity');
  expect(bound).toEqual([
    { sensor: 'co2', channel: 'CO2:2', offset: 5 },
    { sensor: 'battery', channel: 'HUMIDITY', type: 'HUMIDITY', unit: '%' },
  ]);
  choose('co2', 'Not stored');
  expect(bound[0]).toEqual({ sensor: 'co2', channel: null, offset: 5 });
});

test('a message without values says so', () => {
  render(<Table first={[]} preview={{ ...PREVIEW, values: [] }} />);
  expect(screen.getByText(/This message has no values to store/)).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});
