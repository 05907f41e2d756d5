import type { TreeNode } from '@airdeck/contract/monitoring/schema';
import { describe, expect, it } from 'vitest';
import { namesAbove, nodeKey, pathOf, searchNodes, siteNodes } from './tree-nodes.ts';

const node = (kind: TreeNode['kind'], id: number, parent_id: number | null, name: string): TreeNode => ({
  kind,
  id,
  name,
  parent_id,
  meters: 1,
  grade: 'GOOD',
});
const rows = [
  node('organization', 1, null, '한빛초등학교'),
  node('office', 1, 1, '본관'),
  node('department', 1, 1, '3학년'),
  node('meter', 1, 1, '2반'),
  node('meter', 2, 1, '3반'),
  node('office', 2, 1, '체육관'),
  node('organization', 2, null, 'Hospital'),
];
const site = siteNodes(rows);

describe('siteNodes', () => {
  it('keeps places of one id but different kinds apart', () => {
    expect(site.roots.map(({ name }) => name)).toEqual(['한빛초등학교', 'Hospital']);
    expect(site.children.get('organization 1')?.map(({ name }) => name)).toEqual(['본관', '체육관']);
    expect(site.children.get('department 1')?.map(({ name }) => name)).toEqual(['2반', '3반']);
    expect(site.children.get('office 2')).toBeUndefined();
  });
});

describe('pathOf', () => {
  it.each([
    ['sensor', 2, ['meter 2', 'department 1', 'office 1', 'organization 1']],
    ['purifier', 1, ['meter 1', 'department 1', 'office 1', 'organization 1']],
    ['meter', 1, ['department 1', 'office 1', 'organization 1']],
    ['departments', 2, ['office 2', 'organization 1']],
    ['offices', 2, ['organization 2']],
    ['offices', undefined, []],
    ['organizations', undefined, []],
    ['sensor', 99, []],
    [null, 1, []],
  ] as const)('%s %s', (screen, id, keys) => {
    expect(pathOf(site, screen, id).map(nodeKey)).toEqual(keys);
  });
});

it('finds by a part of the name and tells where it is', () => {
  expect(searchNodes(rows, ' hosp').map(nodeKey)).toEqual(['organization 2']);
  const [found] = searchNodes(rows, '3반');
  expect(found && namesAbove(site, found)).toEqual(['한빛초등학교', '본관', '3학년']);
  expect(searchNodes(rows, '없음')).toEqual([]);
});
