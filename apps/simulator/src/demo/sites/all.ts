import type { DemoOrganization } from '../site.ts';
import { HOSPITAL } from './hospital.ts';
import { MALL } from './mall.ts';
import { SCHOOL } from './school.ts';

export const DEMO_SITES: readonly DemoOrganization[] = [SCHOOL, HOSPITAL, MALL];

/** The zone in which all of them live. */
export const DEMO_ZONE = 'Asia/Seoul';
