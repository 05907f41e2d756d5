/** The six inputs of the thermal comfort model (ISO 7730). */
export interface ComfortInputs {
  /** Air temperature and mean radiant temperature, °C. */
  readonly air: number;
  readonly radiant: number;
  /** Relative air velocity, m/s. */
  readonly velocity: number;
  /** Relative humidity, %. */
  readonly humidity: number;
  /** Metabolic rate, met (1 met = 58.15 W/m²). */
  readonly met: number;
  /** Clothing, clo (1 clo = 0.155 m²K/W). */
  readonly clo: number;
}

export interface Comfort {
  /** Predicted mean vote, from −3 (cold) to +3 (hot). */
  readonly pmv: number;
  /** Predicted percentage of dissatisfied people, 5 to 100. */
  readonly ppd: number;
}

/** The ranges for which ISO 7730 states the model, both ends included. */
const RANGES: Readonly<Record<keyof ComfortInputs, readonly [number, number]>> = {
  air: [10, 30],
  radiant: [10, 40],
  velocity: [0, 1],
  humidity: [0, 100],
  met: [0.8, 4],
  clo: [0, 2],
};
const INPUTS = Object.keys(RANGES) as (keyof ComfortInputs)[];
/** Votes beyond it are outside of the model as well. */
const MOST_PMV = 2;

const W_PER_MET = 58.15;
const KELVIN = 273;
/** Iterations of the temperature of the clothing; about ten are needed. */
const MOST_STEPS = 150;
const CLOSE = 0.000_15;

/** Water vapour pressure, Pa, as in annex D. */
const vapourPressure = ({ air, humidity }: ComfortInputs): number =>
  humidity * 10 * Math.exp(16.6536 - 4030.183 / (air + 235));

/** Temperature of the clothing in hundreds of K, and the heat transfer by convection, W/(m²K). */
const clothing = ({ air, radiant, velocity, clo }: ComfortInputs, heat: number, area: number) => {
  const insulation = 0.155 * clo;
  const [taa, tra] = [air + KELVIN, radiant + KELVIN];
  const forced = 12.1 * Math.sqrt(velocity);
  const p1 = insulation * area;
  const p2 = p1 * 3.96;
  const p5 = 308.7 - 0.028 * heat + p2 * (tra / 100) ** 4;
  let next = (taa + (35.5 - air) / (3.5 * (6.45 * insulation + 0.1))) / 100;
  let last = 2 * next;
  let convection = forced;
  for (let step = 0; Math.abs(next - last) > CLOSE; step++) {
    if (step >= MOST_STEPS) return null;
    last = (last + next) / 2;
    convection = Math.max(forced, 2.38 * Math.abs(100 * last - taa) ** 0.25);
    next = (p5 + p1 * taa * convection - p2 * last ** 4) / (100 + 100 * p1 * convection);
  }
  return { hundreds: next, convection };
};

/** Thermal comfort by ISO 7730, annex D. null outside of the ranges of the model. */
export function comfortOf(inputs: ComfortInputs): Comfort | null {
  const isInside = INPUTS.every((name) => inputs[name] >= RANGES[name][0] && inputs[name] <= RANGES[name][1]);
  if (!isInside) return null;
  const { air, radiant, met, clo } = inputs;
  const heat = met * W_PER_MET;
  const insulation = 0.155 * clo;
  const area = insulation <= 0.078 ? 1 + 1.29 * insulation : 1.05 + 0.645 * insulation;
  const clothes = clothing(inputs, heat, area);
  if (!clothes) return null;
  const { hundreds, convection } = clothes;
  const vapour = vapourPressure(inputs);
  const losses =
    0.003_05 * (5733 - 6.99 * heat - vapour) +
    Math.max(0, 0.42 * (heat - W_PER_MET)) +
    0.000_017 * heat * (5867 - vapour) +
    0.0014 * heat * (34 - air) +
    3.96 * area * (hundreds ** 4 - ((radiant + KELVIN) / 100) ** 4) +
    area * convection * (100 * hundreds - KELVIN - air);
  const pmv = (0.303 * Math.exp(-0.036 * heat) + 0.028) * (heat - losses);
  if (Math.abs(pmv) > MOST_PMV) return null;
  return { pmv, ppd: 100 - 95 * Math.exp(-0.033_53 * pmv ** 4 - 0.2179 * pmv ** 2) };
}

/** Clothing by season of the northern hemisphere, clo: light in summer, indoor winter clothes in winter. */
export const SEASONS = ['SUMMER', 'BETWEEN', 'WINTER'] as const;
export type Season = (typeof SEASONS)[number];
export const SEASON_CLO: Readonly<Record<Season, number>> = { SUMMER: 0.5, BETWEEN: 0.7, WINTER: 1 };

/** The season of a local day, `YYYY-MM-DD`. */
export const seasonOf = (day: string): Season => {
  const month = Number(day.slice(5, 7));
  if (month >= 6 && month <= 9) return 'SUMMER';
  return month === 12 || month <= 3 ? 'WINTER' : 'BETWEEN';
};

/** Inputs that a meter does not measure: still air, walls as warm as the air, seated work. They are shown with the result. */
export const ASSUMED = { velocity: 0.1, met: 1.2 } as const;

/** Comfort by a meter's temperature (°C) and humidity (%) and the assumed rest. null outside of the ranges. */
export const roomComfort = (air: number, humidity: number, season: Season): Comfort | null =>
  comfortOf({ air, radiant: air, humidity, ...ASSUMED, clo: SEASON_CLO[season] });

/** The seven votes of ISO 7730, from −3 to 3. */
export const VOTES = ['COLD', 'COOL', 'SLIGHTLY_COOL', 'NEUTRAL', 'SLIGHTLY_WARM', 'WARM', 'HOT'] as const;
export type Vote = (typeof VOTES)[number];

export const voteOf = (pmv: number): Vote => VOTES[Math.min(6, Math.max(0, Math.round(pmv) + 3))] as Vote;
