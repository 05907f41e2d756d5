import type { LimitPack } from '../rule.ts';
import { BB101 } from './bb101.ts';
import { CHINA } from './china.ts';
import { EN_16798_1 } from './en-16798-1.ts';
import { FRANCE } from './france.ts';
import { GERMANY } from './germany.ts';
import { HONG_KONG } from './hong-kong.ts';
import { JAPAN } from './japan.ts';
import { KOREA_EXCELLENCE } from './korea-excellence.ts';
import { KOREA_INDOOR_AIR } from './korea-indoor-air.ts';
import { KOREA_OFFICES } from './korea-offices.ts';
import { KOREA_SCHOOLS } from './korea-schools.ts';
import { RESET } from './reset.ts';
import { SINGAPORE } from './singapore.ts';
import { TAIWAN } from './taiwan.ts';
import { WELL } from './well.ts';
import { WHO } from './who.ts';

/** All packs that Airdeck ships, in the order in which they are offered. Their names are texts (packages/phrases). */
export const LIMIT_PACKS = [
  ...[KOREA_INDOOR_AIR, KOREA_EXCELLENCE, KOREA_SCHOOLS, KOREA_OFFICES],
  ...[WHO, EN_16798_1, WELL, RESET, BB101, JAPAN, CHINA, TAIWAN, SINGAPORE, HONG_KONG, GERMANY, FRANCE],
] as const satisfies readonly LimitPack[];
