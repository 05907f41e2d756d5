// @vitest-environment jsdom
import type { TreeNode } from '@airdeck/contract/monitoring/schema';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { showAt } from '../testing/show-at.tsx';
import { SiteTree } from './site-tree.tsx';

const node = (kind: TreeNode['kind'], id: number, parent_id: number | null, name: string): TreeNode => ({
  kind,
  id,
  name,
  parent_id,
  meters: 4,
  grade: 'BAD',
});
const rows = [
  node('organization', 1, null, '한빛초등학교'),
  node('office', 1, 1, '본관'),
  node('department', 1, 1, '3학년'),
  node('meter', 1, 1, '2반'),
  node('organization', 2, null, '서울중앙병원'),
  node('office', 2, 2, '외래동'),
];
const onNavigate = vi.fn();

async function show(address: string, { nodes = rows, rail = false } = {}) {
  fakeApi({ 'GET /api/v1/monitoring/tree': () => ({ body: { nodes } }) });
  showAt(address, <SiteTree rail={rail} onNavigate={onNavigate} />);
  await screen.findByRole('navigation', { name: '장소 목록' });
}
const places = () => screen.getAllByRole('link').map((link) => link.getAttribute('aria-label')?.split(',')[0]);

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  await speakInTests('ko');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

it('is open along the way to what is on screen, and nowhere else', async () => {
  await show('/monitoring/purifier/1');
  expect(places()).toEqual(['한빛초등학교', '본관', '3학년', '2반', '서울중앙병원']);
  const current = screen.getByRole('link', { current: 'page' });
  expect(current.getAttribute('aria-label')).toBe('2반, 나쁨');
  expect(current.getAttribute('href')).toBe('/monitoring/sensor/1');
});

it('folds and unfolds by its buttons', async () => {
  await show('/monitoring/agency');
  expect(places()).toEqual(['한빛초등학교', '서울중앙병원']);
  fireEvent.click(screen.getByRole('button', { name: '서울중앙병원 펼치기', expanded: false }));
  expect(places()).toEqual(['한빛초등학교', '서울중앙병원', '외래동']);
  fireEvent.click(screen.getByRole('button', { name: '서울중앙병원 접기', expanded: true }));
  expect(places()).toEqual(['한빛초등학교', '서울중앙병원']);
});

it('is searched when there are many places, with where they are', async () => {
  const many = Array.from({ length: 20 }, (_, i) => node('meter', 10 + i, 1, `교실 ${i}`));
  await show('/monitoring/agency', { nodes: [...rows, ...many] });
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '교실 1' } });
  await screen.findByText('교실 1');
  expect(places()).toHaveLength(11);
  expect(screen.getAllByText('한빛초등학교 › 본관 › 3학년')).toHaveLength(11);
  fireEvent.click(screen.getByText('교실 1'));
  expect(onNavigate).toHaveBeenCalledOnce();
});

it('is a row of marks as a rail', async () => {
  await show('/monitoring/sensor/1', { rail: true });
  expect(places()).toEqual(['한빛초등학교', '서울중앙병원']);
  expect(screen.queryByText('한빛초등학교')).toBeNull();
});
