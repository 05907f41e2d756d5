import type { grade as model } from '../ko/grade.ts';
import type { Translated } from '../translated.ts';
import { sensorLong, sensorShort } from './sensor-type.ts';

export const grade: Translated<typeof model> = {
  label: 'Grade',
  rating: {
    VERY_GOOD: 'Very good',
    GOOD: 'Good',
    NORMAL: 'Normal',
    BAD: 'Bad',
    VERY_BAD: 'Very bad',
    VERY_COLD: 'Very cold',
    SOME_COLD: 'Rather cold',
    NICE: 'Comfortable',
    SOME_HOT: 'Rather hot',
    VERY_HOT: 'Very hot',
    VERY_DRY: 'Very dry',
    SOME_DRY: 'Rather dry',
    COMFORTABLE: 'Comfortable',
    SOME_HUMID: 'Rather humid',
    VERY_HUMID: 'Very humid',
  },
  none: 'Silent',
  ungraded: 'No grade',
  scale: '{{value}}, {{rating}}. Bounds {{bounds}}',
  scaleEmpty: 'No value. Bounds {{bounds}}',
  sensor: sensorShort,
  sensorLong,
};
