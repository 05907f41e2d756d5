import type { ControlTarget } from '@airdeck/contract/control/schema';
import { isoTime } from '@airdeck/domain/calendar';
import { COMMANDS, type Command, isSupported } from '@airdeck/domain/control/command';
import { generalObstacle, type Obstacle, obstacleOf, type Target } from '@airdeck/domain/control/obstacle';
import { isStale } from '@airdeck/domain/freshness';
import { workMode } from '@airdeck/domain/purifier-state';
import type { TargetRow } from './target-queries.ts';

/**
 * A purifier is reachable if its device was heard within three intervals, did not go offline since, and is not behind a
 * disconnected local server: a command would expire there.
 */
const targetOf = (row: TargetRow, now: number): Target => {
  const { is_used, interval_s, heard_time, gone_time, is_site_down, state } = row;
  const heard = heard_time?.getTime() ?? null;
  const isGone = gone_time !== null && gone_time.getTime() >= (heard ?? 0);
  return { isUsed: is_used, isReachable: !isGone && !is_site_down && !isStale(heard, interval_s, now), state };
};

export const targetObstacle = (command: Command, action: string, row: TargetRow, now: number): Obstacle | null =>
  obstacleOf(command, action, targetOf(row, now));

export const presentTarget = (
  row: TargetRow,
  now: number,
  isEnglish: boolean,
): Omit<ControlTarget, 'controlled_by'> => {
  const { state, wishes } = row;
  return {
    id: row.id,
    name: (isEnglish && row.name_en) || row.name,
    number: row.number,
    model: row.model,
    use: row.use,
    organization_id: row.organization_id,
    organization_name: row.organization_name,
    office_name: row.office_name,
    department_name: row.department_name,
    meter_id: row.meter_id,
    meter_name: row.meter_name,
    state,
    work_mode: state && workMode(state),
    collected_time: row.state_time?.toISOString() ?? null,
    stale: isStale(row.state_time?.getTime() ?? null, row.interval_s, now),
    obstacle: generalObstacle(targetOf(row, now)),
    commands: state === null ? [] : COMMANDS.filter((command) => isSupported(command, state)),
    // JSON of the database has its own time format.
    wishes: wishes.map((wish) => ({
      ...wish,
      executed_time: isoTime(Date.parse(wish.executed_time)),
      expires_time: isoTime(Date.parse(wish.expires_time)),
    })),
  };
};
