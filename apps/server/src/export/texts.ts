import type { Language } from '@airdeck/contract/user/schema';
import { SENSOR_TYPES, type SensorType, sensorPhraseKey } from '@airdeck/domain/sensor-type';
import { admin as enAdmin } from '@airdeck/phrases/en/admin';
import { airReport as enAirReport } from '@airdeck/phrases/en/air-report';
import { compliance as enCompliance } from '@airdeck/phrases/en/compliance';
import { control as enControl } from '@airdeck/phrases/en/control';
import { grade as enGrade } from '@airdeck/phrases/en/grade';
import { history as enHistory } from '@airdeck/phrases/en/history';
import { menu as enMenu } from '@airdeck/phrases/en/menu';
import { monitoring as enMonitoring } from '@airdeck/phrases/en/monitoring';
import { sheet as enSheet } from '@airdeck/phrases/en/sheet';
import { ventilation as enVentilation } from '@airdeck/phrases/en/ventilation';
import { admin as koAdmin } from '@airdeck/phrases/ko/admin';
import { airReport as koAirReport } from '@airdeck/phrases/ko/air-report';
import { compliance as koCompliance } from '@airdeck/phrases/ko/compliance';
import { control as koControl } from '@airdeck/phrases/ko/control';
import { grade as koGrade } from '@airdeck/phrases/ko/grade';
import { history as koHistory } from '@airdeck/phrases/ko/history';
import { menu as koMenu } from '@airdeck/phrases/ko/menu';
import { monitoring as koMonitoring } from '@airdeck/phrases/ko/monitoring';
import { sheet as koSheet } from '@airdeck/phrases/ko/sheet';
import { ventilation as koVentilation } from '@airdeck/phrases/ko/ventilation';

/** The areas that files need: the texts of all screens would take some megabytes more. */
const TEXTS = {
  ko: {
    admin: koAdmin,
    airReport: koAirReport,
    compliance: koCompliance,
    control: koControl,
    grade: koGrade,
    history: koHistory,
    menu: koMenu,
    monitoring: koMonitoring,
    sheet: koSheet,
    ventilation: koVentilation,
  },
  en: {
    admin: enAdmin,
    airReport: enAirReport,
    compliance: enCompliance,
    control: enControl,
    grade: enGrade,
    history: enHistory,
    menu: enMenu,
    monitoring: enMonitoring,
    sheet: enSheet,
    ventilation: enVentilation,
  },
};

/** The console's texts that files need, in one language. */
export type Texts = (typeof TEXTS)[Language];

export const textsOf = (language: Language): Texts => TEXTS[language];

type Words = Readonly<Record<string, string | undefined>>;

/** The label of an administered field, if it has one. */
export const fieldLabel = (texts: Texts, name: string): string | undefined => (texts.admin.field as Words)[name];

/** Choices whose labels have another key than the field. */
const GROUP_OF: Readonly<Record<string, string>> = { type: 'meterType', group: 'error_group', auto_clear: 'severity' };

/** Labels for the values of a choice; a choice without its own labels is yes or no. */
export const choiceWords = ({ admin }: Texts, name: string): Words => {
  const groups = admin.choice as Readonly<Record<string, Words>>;
  return { Y: admin.yes, N: admin.no, ...groups[GROUP_OF[name] ?? name], ...groups[name] };
};

/** All texts by which screens name a value of a choice; types of sensors have a short and a long name. */
export const wordsOf = (texts: Texts, name: string, value: string): string[] => {
  const { sensor, sensorLong } = texts.grade;
  const type = name === 'type' ? SENSOR_TYPES.find((each) => each === value) : undefined;
  const names = type === undefined ? [] : [texts.admin.choice.sensor_type, sensor, sensorLong];
  const words = names.map((each): string | undefined => (each as Words)[sensorPhraseKey(type as SensorType)]);
  return [choiceWords(texts, name)[value], ...words].filter((word) => word !== undefined);
};
