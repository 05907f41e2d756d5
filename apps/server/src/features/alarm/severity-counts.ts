import type { SeverityCounts } from '@airdeck/contract/alarm/routes';

export const noCounts = (): SeverityCounts => ({ CRITICAL: 0, MAJOR: 0, MINOR: 0, WARNING: 0, INFO: 0 });
