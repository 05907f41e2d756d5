import type { LimitPack } from '../rule.ts';
import { NATIONAL } from './korea-indoor-air.ts';

/** Act 20855 in force: facilities of excellence (articles 12-3, 12-4). */
const FROM = '2026-03-26';
const SHARE = 0.8;

/** Korea: facility of excellence, 80 % of annexes 2 and 3. A value is as certain as the one that it is a share of. */
export const KOREA_EXCELLENCE: LimitPack = {
  code: 'KR_EXCELLENCE',
  kind: 'CERTIFICATE',
  authority: '실내공기질 관리법 제12조의3',
  isKoreanAct: true,
  rules: NATIONAL.filter(({ validTo }) => validTo === null || validTo >= FROM).map((rule) => ({
    ...rule,
    value: Math.round(rule.value * SHARE * 1e6) / 1e6,
    validFrom: rule.validFrom > FROM ? rule.validFrom : FROM,
    source: `Act 20855, rule 11-2: 80 %; ${rule.source}`,
  })),
};
