import type { DemoOrganization } from '../site.ts';
import { HOSPITAL } from './hospital.ts';
import { MALL } from './mall.ts';
import { SCHOOL } from './school.ts';

export const DEMO_SITES: readonly DemoOrganization[] = [SCHOOL, HOSPITAL, MALL];

/** Time zone of all sites. */
export const DEMO_ZONE = 'Asia/Seoul';
