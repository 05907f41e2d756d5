import type { grade as model } from '../ko/grade.ts';
import type { Translated } from '../translated.ts';

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
  none: 'No signal',
  scale: '{{value}}, {{rating}}. Bounds {{bounds}}',
  scaleEmpty: 'No value. Bounds {{bounds}}',
  sensor: {
    PM10: 'PM10',
    PM25: 'PM2.5',
    PM1: 'PM1.0',
    CO2: 'CO₂',
    TEMPERATURE: 'Temp.',
    HUMIDITY: 'Humidity',
    HCHO: 'HCHO',
  },
  sensorLong: {
    PM10: 'Particulate matter up to 10 µm',
    PM25: 'Fine particulate matter up to 2.5 µm',
    PM1: 'Very fine particulate matter up to 1 µm',
    CO2: 'Carbon dioxide',
    TEMPERATURE: 'Temperature',
    HUMIDITY: 'Relative humidity',
    HCHO: 'Formaldehyde',
  },
};
