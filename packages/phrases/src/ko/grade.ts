import { sensorLong, sensorShort } from './sensor-type.ts';

export const grade = {
  label: '등급',
  rating: {
    VERY_GOOD: '매우 좋음',
    GOOD: '좋음',
    NORMAL: '보통',
    BAD: '나쁨',
    VERY_BAD: '매우 나쁨',
    VERY_COLD: '매우 추움',
    SOME_COLD: '약간 추움',
    NICE: '쾌적',
    SOME_HOT: '약간 더움',
    VERY_HOT: '매우 더움',
    VERY_DRY: '매우 건조',
    SOME_DRY: '약간 건조',
    COMFORTABLE: '쾌적',
    SOME_HUMID: '약간 습함',
    VERY_HUMID: '매우 습함',
  },
  none: '수신 없음',
  ungraded: '등급 없음',
  scale: '{{value}}, {{rating}}. 경계 {{bounds}}',
  scaleEmpty: '값 없음. 경계 {{bounds}}',
  sensor: sensorShort,
  sensorLong,
} as const;
