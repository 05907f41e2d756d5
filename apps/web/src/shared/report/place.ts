import type { PlaceKind } from '@airdeck/contract/monitoring/schema';

/** A place that is open on a screen. */
export interface ReportedPlace {
  kind: PlaceKind;
  id: number;
  name: string;
}
