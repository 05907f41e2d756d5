import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { mix, randomAt } from '@airdeck/simulator/building/random';
import type { StandingRow } from '../../features/alarm/alarm-queries.ts';
import { changeAlarms } from '../../features/alarm/console/handle-queries.ts';
import type { AlarmEvent } from '../../feed/entry.ts';
import type { Tx } from '../../platform/db/pool.ts';

/** A person who handles the alarms of an organization. */
export interface Person {
  readonly id: number;
}

/** The act of a person on an alarm. */
interface Act {
  readonly what: 'ACKNOWLEDGE' | 'CLEAR';
  readonly time: number;
  readonly by: Person;
  readonly note: string | null;
}

const SEEN = ['확인 중입니다', '현장 확인하러 갑니다', '담당자에게 연락했습니다', null, null, null];

/** Notes about a remedy. The demo's staff write Korean. */
const HELPED: Readonly<Record<string, readonly string[]>> = {
  CO2: [
    '창문을 열었습니다',
    '쉬는 시간에 창문 열어 환기함',
    '환기 장치 풍량을 올렸습니다',
    '인원이 많아 문까지 열어 둠',
  ],
  PM: ['후드 켜고 환기했습니다', '공기청정기를 강풍으로 돌림', '조리 끝나고 창문 열어 둠', '청정기 강풍, 30분 뒤 정상'],
  HCHO: ['환기 후 수치 내려감'],
  GATEWAY: ['공유기를 껐다 켰습니다', '통신실 전원 확인, 복구됨', '통신사 점검이었음'],
  M001: ['다시 연결된 것 확인', '지하라 신호가 끊겼다가 돌아옴'],
  M009: ['센서 전원을 껐다 켜니 정상', '먼지 흡입구 청소 후 정상', '업체에 점검 요청함'],
  M010: ['센서 팬 먼지 제거함'],
  M013: ['중계기 위치를 옮겼습니다', '차량에 가려져 있었음'],
  P001: ['전원 플러그가 빠져 있어 다시 꽂음'],
  P009: ['필터 덮개를 다시 닫았습니다'],
  P012: ['프리필터 세척했습니다'],
};

const helpedOf = ({ source, code }: StandingRow, type: SensorType | null): readonly string[] => {
  if (source === 'GATEWAY') return HELPED.GATEWAY ?? [];
  if (source !== 'VALUE') return HELPED[code] ?? ['확인했습니다'];
  return HELPED[type?.startsWith('PM') ? 'PM' : (type ?? '')] ?? ['확인했습니다'];
};

/** At night fewer people look. Sites of the demo are in one zone without summer time. */
const KOREA_MS = 9 * HOUR_MS;
const slowness = (time: number): number => {
  const hour = Math.floor(((time + KOREA_MS) / HOUR_MS) % 24);
  return hour < 7 || hour >= 21 ? 5 : 1;
};

/** The acts of an organization's people on its alarms: always the same for the same alarm. */
const createHandlers = (seed: number, people: readonly Person[]) => {
  const numberOf = ({ meter_id, sensor_id, code, occurred_time }: StandingRow): number =>
    mix(mix(seed, (meter_id ?? 0) + 7919 * (sensor_id ?? 0)), mix(code.charCodeAt(3), occurred_time.getTime() / 1000));
  const pick = <T>(list: readonly T[], random: number): T | undefined => list[Math.floor(random * list.length)];

  /** The person who acknowledges an alarm, and the time; null: the alarm is cleared without an acknowledgement. */
  const seen = (alarm: StandingRow, raised: number): Act | null => {
    const random = (at: number): number => randomAt(numberOf(alarm), at);
    const by = pick(people, random(1));
    if (by === undefined || random(2) < 0.15) return null;
    const isUrgent = alarm.severity === 'CRITICAL' || alarm.severity === 'MAJOR';
    const minutes = (isUrgent ? 1 + 7 * random(3) : 2 + 22 * random(3) ** 2) * slowness(raised);
    const time = raised + Math.round(minutes * 60) * 1000;
    return { what: 'ACKNOWLEDGE', time, by, note: pick(SEEN, random(4)) ?? null };
  };

  /** The person who clears an ended alarm, and the time. A few alarms are forgotten for two days. */
  const cleared = (alarm: StandingRow, ended: number, type: SensorType | null): Act | null => {
    const random = (at: number): number => randomAt(numberOf(alarm), at);
    const by = pick(people, random(5));
    if (by === undefined) return null;
    const minutes = random(6) < 0.08 ? 1500 + 1200 * random(7) : (2 + 38 * random(7)) * slowness(ended);
    const time = ended + Math.round(minutes * 60) * 1000;
    const note = random(8) < 0.7 ? (pick(helpedOf(alarm, type), random(9)) ?? null) : null;
    return { what: 'CLEAR', time, by, note };
  };

  /** The person who clears an alarm while it lasts, which raises it again. This is rare. */
  const clearedTooEarly = (alarm: StandingRow, raised: number): Act | null => {
    const random = (at: number): number => randomAt(numberOf(alarm), at);
    const by = pick(people, random(1));
    if (by === undefined || random(10) >= 0.02) return null;
    return { what: 'CLEAR', time: raised + 15 * MINUTE_MS, by, note: '일시적인 현상으로 보임' };
  };

  return { seen, cleared, clearedTooEarly };
};

export interface StaffOptions {
  seed: number;
  peopleOf(organizationId: number): readonly Person[];
  typeOf(sensorId: number): SensorType | null;
}

/** The demo's staff. For each alarm they have at most one act of each kind in mind. */
export const createStaff = ({ seed, peopleOf, typeOf }: StaffOptions) => {
  const pending = new Map<string, { id: number; act: Act }>();
  const plan = (id: number, what: Act['what'], act: Act | null): void => {
    pending.delete(`${id}/${what}`);
    if (act !== null) pending.set(`${id}/${what}`, { id, act });
  };

  return {
    /** Plans the reaction to alarm events. A planned clearing is dropped when the alarm comes back. */
    plan(events: readonly AlarmEvent[], standing: readonly StandingRow[]): void {
      for (const { alarmId: id, event, time } of events) {
        const alarm = standing.find((each) => each.id === id);
        if (alarm === undefined) continue;
        const handlers = createHandlers(seed, peopleOf(alarm.organization_id ?? 0));
        if (event === 'RAISED') plan(id, 'CLEAR', handlers.clearedTooEarly(alarm, time));
        if (event === 'CAME_BACK' || event === 'REOPENED') plan(id, 'CLEAR', null);
        if (event === 'RAISED' || event === 'REOPENED') plan(id, 'ACKNOWLEDGE', handlers.seen(alarm, time));
        if (event === 'ENDED') plan(id, 'CLEAR', handlers.cleared(alarm, time, typeOf(alarm.sensor_id ?? 0)));
      }
    },
    /** Does what is due; returns whether anything was. */
    async act(tx: Tx, now: number): Promise<boolean> {
      const due = [...pending.values()].filter(({ act }) => act.time <= now);
      for (const { id, act } of due.toSorted((a, b) => a.act.time - b.act.time)) {
        plan(id, act.what, null);
        if (act.what === 'CLEAR') plan(id, 'ACKNOWLEDGE', null);
        const { what: action, time, by, note } = act;
        await changeAlarms(tx, [id], { action, userId: by.id, now: time, note, until: null });
      }
      return due.length > 0;
    },
  };
};
export type Staff = ReturnType<typeof createStaff>;
