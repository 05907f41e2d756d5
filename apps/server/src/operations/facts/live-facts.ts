import type { AlarmCounts } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { Attention } from '@airdeck/contract/monitoring/attention';
import type { Card, CardList, CardView, MeterCounts, SensorList, TreeNode } from '@airdeck/contract/monitoring/schema';
import type { Ask } from './ask.ts';
import type { Comparisons } from './comparisons.ts';

/** The screens of Monitoring at one moment. */
interface LiveFacts {
  cards: Record<CardView, Card[]>;
  attention: Attention;
  sensors: SensorList['meters'];
  tree: TreeNode[];
}

const VIEWS: readonly CardView[] = ['agency', 'grade', 'half', 'meter'];

const askLive = async (ask: Ask): Promise<LiveFacts> => {
  const cards = {} as Record<CardView, Card[]>;
  for (const view of VIEWS) cards[view] = (await ask.json<CardList>(`/monitoring/cards/${view}`)).cards;
  const attention = await ask.json<Attention>('/monitoring/attention');
  const sensors = (await ask.json<SensorList>('/monitoring/sensors')).meters;
  const { nodes } = await ask.json<{ nodes: TreeNode[] }>('/monitoring/tree');
  return { cards, attention, sensors, tree: nodes };
};

/** The air of a card, without parts that move with the clock alone. */
const airOf = (card: Card | undefined) => card && { index: card.index, worst: card.worst, meters: card.meters };

const sumOf = (cards: readonly Card[]): MeterCounts => {
  const sum: MeterCounts = {
    total: 0,
    online: 0,
    stale: 0,
    never: 0,
    VERY_GOOD: 0,
    GOOD: 0,
    NORMAL: 0,
    BAD: 0,
    VERY_BAD: 0,
  };
  for (const { meters } of cards) for (const key of Object.keys(sum) as (keyof MeterCounts)[]) sum[key] += meters[key];
  return sum;
};

/** Times that everything is asked again until nothing has changed meanwhile: readings arrive all the time. */
const MAX_TRIES = 8;

const cardKey = (view: CardView, id: number): string => `${view} ${id}`;

const cardTexts = ({ cards }: LiveFacts): Map<string, string> =>
  new Map(VIEWS.flatMap((view) => cards[view].map((card) => [cardKey(view, card.id), JSON.stringify(airOf(card))])));

/** The facts of one moment, and the cards that were the same after all other answers. */
const askQuiet = async (ask: Ask): Promise<{ facts: LiveFacts; isStill(view: CardView, id: number): boolean }> => {
  let facts = await askLive(ask);
  for (let i = 0; ; i++) {
    const after = await askLive(ask);
    const [one, other] = [cardTexts(facts), cardTexts(after)];
    const isStill = (view: CardView, id: number) => one.get(cardKey(view, id)) === other.get(cardKey(view, id));
    if (i >= MAX_TRIES || VIEWS.every((view) => facts.cards[view].every(({ id }) => isStill(view, id)))) {
      return { facts, isStill };
    }
    facts = after;
  }
};

const KIND = { agency: 'organization', grade: 'office', half: 'department', meter: 'meter' } as const;

/** Compares cards, tree, banner and sensors with each other; on a busy server only what stands still for a moment. */
export const compareLive = async (ask: Ask, compare: Comparisons, who: string): Promise<void> => {
  const { facts, isStill } = await askQuiet(ask);
  const { cards, attention, sensors, tree } = facts;
  for (const view of VIEWS) {
    const still = cards[view].filter(({ id }) => isStill(view, id));
    if (still.length === cards[view].length) {
      compare.same(`${who}: meters of all ${view} cards and of the banner`, sumOf(still), attention.meters);
    }
    const nodes = new Map(tree.filter(({ kind }) => kind === KIND[view]).map((node) => [node.id, node]));
    for (const { id, name, meters, worst } of still) {
      const { total, online, stale, never, VERY_GOOD, GOOD, NORMAL, BAD, VERY_BAD } = meters;
      const graded = VERY_GOOD + GOOD + NORMAL + BAD + VERY_BAD;
      compare.same(`${who}: ${name}: meters, and their states`, total, online + stale + never);
      compare.holds(`${who}: ${name}: more graded than online meters`, graded <= online);
      compare.same(`${who}: ${name}: grade on card and tree`, worst?.grade ?? null, nodes.get(id)?.grade ?? null);
      compare.same(`${who}: ${name}: meters on card and tree`, total, nodes.get(id)?.meters ?? null);
    }
  }
  const meterCards = new Map(cards.meter.map((card) => [card.id, card]));
  for (const item of attention.items) {
    if (item.kind !== 'AIR' || !isStill('meter', item.meter_id)) continue;
    const worst = meterCards.get(item.meter_id)?.worst;
    const { type, value, grade, since } = item;
    const shown = worst && { type: worst.type, value: worst.value, grade: worst.grade, since: worst.since };
    compare.same(`${who}: ${item.name}: air in the banner and on its card`, { type, value, grade, since }, shown);
  }
  if (cards.meter.every(({ id }) => isStill('meter', id))) {
    const bad = cards.meter.filter(({ meters }) => meters.BAD + meters.VERY_BAD > 0).length;
    const { BAD, VERY_BAD, SILENT } = attention.counts;
    compare.same(`${who}: bad meters in the banner and on cards`, BAD + VERY_BAD, bad);
    compare.same(`${who}: silent meters in the banner and on cards`, SILENT, sumOf(cards.meter).stale);
  }
  for (const meter of sensors) {
    const card = meterCards.get(meter.id);
    if (!card || !isStill('meter', meter.id)) continue;
    const { index, grade, since, stale } = meter;
    const { worst } = card;
    const shown = { index: card.index, grade: worst?.grade ?? null, since: worst?.since ?? null };
    const expected = { ...shown, stale: card.meters.online === 0 };
    compare.same(
      `${who}: ${card.name}: air on its card and its sensors' page`,
      { index, grade, since, stale },
      expected,
    );
    if (!worst) continue;
    const fresh = meter.sensors.filter((sensor) => sensor.type === worst.type && !sensor.stale);
    const highest = Math.max(...fresh.map(({ value }) => value ?? 0));
    compare.same(`${who}: ${card.name}: worst value on its card and of its sensors`, worst.value, highest);
  }
};

/** Alarms of a list that are compared one by one. */
const MAX_ALARMS = 500;

const time = (instant: string | null): number => (instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant));

/** Compares the counts of alarms with their list, and the times of each with each other. */
export const compareAlarms = async (ask: Ask, compare: Comparisons, who: string): Promise<void> => {
  interface Page {
    content: Alarm[];
    totalElements: number;
  }
  const askCounts = () => ask.json<AlarmCounts>('/alarms/counts');
  let counts = await askCounts();
  let list = await ask.json<Page>('/alarms?state=PENDING&folded=Y&size=1');
  for (let i = 0; i < MAX_TRIES && list.totalElements !== counts.open; i++) {
    counts = await askCounts();
    list = await ask.json<Page>('/alarms?state=PENDING&folded=Y&size=1');
  }
  compare.same(`${who}: alarms to handle by badge and list`, counts.open, list.totalElements);
  const bySeverity = Object.values(counts.counts).reduce((sum, each) => sum + each, 0);
  compare.same(`${who}: alarms to handle and by severity`, counts.open, bySeverity);
  for (const path of ['/alarms', '/alarms/history']) {
    const { content } = await ask.json<Page>(`${path}?size=${MAX_ALARMS}`);
    for (const { id, since_time, occured_time, ended_time, cleared_time } of content) {
      const name = `${who}: alarm ${id}`;
      compare.holds(`${name}: occurred before its condition began`, time(since_time) <= time(occured_time));
      compare.holds(`${name}: ended before it occurred`, time(occured_time) <= time(ended_time));
      compare.holds(
        `${name}: cleared before it ended`,
        ended_time === null || cleared_time === null || time(ended_time) <= time(cleared_time),
      );
    }
  }
};
