import type { Card, CardList } from '@airdeck/contract/monitoring/schema';

/** For tests: a card with something in every field. */
export const sampleCard = (change: Partial<Card> = {}): Card => ({
  id: 1,
  name: '한빛초등학교',
  above: [],
  first_child: '본관',
  children: 2,
  index: 132,
  grade: 'BAD',
  worst: {
    meter_id: 7,
    meter_name: '3학년 2반',
    type: 'CO2',
    value: 1624,
    grade: 'VERY_BAD',
    since: { time: '2026-11-21T04:20:00Z', begins: 'CHANGE' },
  },
  meters: { total: 18, online: 17, stale: 1, never: 0, VERY_GOOD: 2, GOOD: 8, NORMAL: 5, BAD: 1, VERY_BAD: 1 },
  trend: [60, null, 70, 90, 132],
  last_time: '2026-11-21T05:00:00Z',
  handling: null,
  maintenance: null,
  weeks: [
    { weeks_ago: 0, index: 118, grade: 'BAD', completeness: 1 },
    { weeks_ago: 1, index: 84, grade: 'NORMAL', completeness: 0.75 },
    { weeks_ago: 2, index: 79, grade: 'NORMAL', completeness: 0.41 },
    { weeks_ago: 3, index: null, grade: null, completeness: 0 },
  ],
  weeks_until: '15:00',
  ...change,
});

export const sampleCards = (cards: Card[], change: Partial<CardList> = {}): CardList => ({
  view: 'agency',
  path: [],
  time: '2026-11-21T05:00:00Z',
  meters: sampleCard().meters,
  cards,
  ...change,
});
