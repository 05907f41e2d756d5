import type { Language } from '@airdeck/contract/user/schema';
import type { FacilityKind, KOREAN_REGIONS, Ventilation } from '@airdeck/domain/limit/facility';
import type { LIMIT_PACKS } from '@airdeck/domain/limit/packs/index';
import type { Averaging, Basis, Direction, LimitLevel } from '@airdeck/domain/limit/rule';
import type { Verdict } from '@airdeck/domain/limit/rule-counts';

/** A text for each key in both languages. */
type Texts<Key extends string> = Readonly<Record<Key, Readonly<Record<Language, string>>>>;

const kinds: Texts<FacilityKind> = {
  UNDERGROUND_STATION: { ko: '지하역사', en: 'Underground station' },
  UNDERGROUND_MALL: { ko: '지하도상가', en: 'Underground mall' },
  RAILWAY_WAITING_ROOM: { ko: '철도역사 대합실', en: 'Railway waiting room' },
  BUS_WAITING_ROOM: { ko: '여객자동차터미널 대합실', en: 'Bus terminal waiting room' },
  PORT_WAITING_ROOM: { ko: '항만시설 대합실', en: 'Port waiting room' },
  AIRPORT_TERMINAL: { ko: '공항 여객터미널', en: 'Airport terminal' },
  LIBRARY: { ko: '도서관', en: 'Library' },
  MUSEUM: { ko: '박물관·미술관', en: 'Museum or gallery' },
  MEDICAL: { ko: '의료기관', en: 'Hospital or clinic' },
  POSTNATAL_CARE: { ko: '산후조리원', en: 'Postnatal care' },
  ELDERLY_CARE: { ko: '노인요양시설', en: 'Elderly care' },
  DAY_CARE: { ko: '어린이집', en: 'Day care' },
  INDOOR_PLAYGROUND: { ko: '실내 어린이놀이시설', en: 'Indoor playground' },
  LARGE_STORE: { ko: '대규모점포', en: 'Large store' },
  FUNERAL_HALL: { ko: '장례식장', en: 'Funeral hall' },
  CINEMA: { ko: '영화상영관', en: 'Cinema' },
  ACADEMY: { ko: '학원', en: 'Academy' },
  EXHIBITION_HALL: { ko: '전시시설', en: 'Exhibition hall' },
  PC_ROOM: { ko: 'PC방', en: 'PC room' },
  INDOOR_CAR_PARK: { ko: '실내주차장', en: 'Indoor car park' },
  OFFICE: { ko: '업무시설·사무실', en: 'Office' },
  MIXED_USE: { ko: '복합용도 건축물', en: 'Mixed-use building' },
  CONCERT_HALL: { ko: '공연장', en: 'Concert hall' },
  SPORTS_HALL: { ko: '체육시설', en: 'Sports hall' },
  BATH: { ko: '목욕장', en: 'Bath' },
  SCHOOL: { ko: '학교 교사·급식시설', en: 'School building, canteen' },
  SCHOOL_GYM: { ko: '학교 체육관·강당', en: 'School gym, hall' },
  OTHER: { ko: '그 밖의 시설', en: 'Other' },
};

const regions: Texts<(typeof KOREAN_REGIONS)[number]> = {
  'KR-11': { ko: '서울', en: 'Seoul' },
  'KR-26': { ko: '부산', en: 'Busan' },
  'KR-27': { ko: '대구', en: 'Daegu' },
  'KR-28': { ko: '인천', en: 'Incheon' },
  'KR-29': { ko: '광주', en: 'Gwangju' },
  'KR-30': { ko: '대전', en: 'Daejeon' },
  'KR-31': { ko: '울산', en: 'Ulsan' },
  'KR-50': { ko: '세종', en: 'Sejong' },
  'KR-41': { ko: '경기', en: 'Gyeonggi' },
  'KR-42': { ko: '강원', en: 'Gangwon' },
  'KR-43': { ko: '충북', en: 'North Chungcheong' },
  'KR-44': { ko: '충남', en: 'South Chungcheong' },
  'KR-45': { ko: '전북', en: 'North Jeolla' },
  'KR-46': { ko: '전남', en: 'South Jeolla' },
  'KR-47': { ko: '경북', en: 'North Gyeongsang' },
  'KR-48': { ko: '경남', en: 'South Gyeongsang' },
  'KR-49': { ko: '제주', en: 'Jeju' },
};

const ventilations: Texts<Ventilation> = {
  NATURAL: { ko: '자연환기', en: 'Windows' },
  MECHANICAL: { ko: '기계환기 위주', en: 'Mainly by machines' },
  MECHANICAL_ONLY: { ko: '자연환기 불가, 기계환기', en: 'By machines only, windows cannot be opened' },
};

const directions: Texts<Direction> = {
  AT_MOST: { ko: '이하', en: 'At most' },
  BELOW: { ko: '미만', en: 'Below' },
  AT_LEAST: { ko: '이상', en: 'At least' },
};

const bases: Texts<Basis> = {
  ABSOLUTE: { ko: '측정값', en: 'The value itself' },
  ABOVE_OUTDOORS: { ko: '실외와의 차이', en: 'Above outdoor air' },
};

const averagings: Texts<Averaging> = {
  INSTANT: { ko: '순간값', en: 'Each reading' },
  TWENTY_MINUTES: { ko: '20분 넘게 계속', en: 'Over 20 minutes in a row' },
  HALF_HOUR: { ko: '30분 평균', en: '30-minute mean' },
  HOUR: { ko: '1시간 평균', en: 'Hourly mean' },
  EIGHT_HOURS: { ko: '8시간 평균', en: '8-hour mean' },
  DAY: { ko: '24시간 평균', en: '24-hour mean' },
  OPEN_DAY: { ko: '하루 운영 시간 평균', en: 'Mean of the open hours of a day' },
  YEAR: { ko: '연평균', en: 'Yearly mean' },
  SAMPLE: { ko: '시료 측정', en: 'Laboratory sample' },
};

const levels: Texts<LimitLevel> = {
  GUIDELINE: { ko: '권고값', en: 'Guideline' },
  INTERIM_1: { ko: '잠정 목표 1', en: 'Interim target 1' },
  INTERIM_2: { ko: '잠정 목표 2', en: 'Interim target 2' },
  INTERIM_3: { ko: '잠정 목표 3', en: 'Interim target 3' },
  INTERIM_4: { ko: '잠정 목표 4', en: 'Interim target 4' },
  CATEGORY_I: { ko: '등급 I', en: 'Category I' },
  CATEGORY_II: { ko: '등급 II', en: 'Category II' },
  CATEGORY_III: { ko: '등급 III', en: 'Category III' },
  EXCELLENT: { ko: '최우수', en: 'Excellent' },
  GOOD: { ko: '우수', en: 'Good' },
  ACCEPTABLE: { ko: '기본', en: 'Acceptable' },
  HIGH: { ko: '고성능', en: 'High performance' },
  TARGET: { ko: '목표', en: 'Target' },
  ACT: { ko: '조치', en: 'Action' },
  SAFE: { ko: '안전', en: 'Safe' },
  CONSPICUOUS: { ko: '주의', en: 'Conspicuous' },
  VERSION_1: { ko: '버전 1', en: 'Version 1' },
  OUTDOORS_BAD: { ko: '실외 공기가 나쁜 지역', en: 'Where outdoor air is bad' },
  BURNERS: { ko: '연소 기구가 있는 곳', en: 'Where there are burners' },
  NEW_BUILDING: { ko: '신축', en: 'New buildings' },
};

const packs: Texts<(typeof LIMIT_PACKS)[number]['code']> = {
  KR_INDOOR_AIR: { ko: '실내공기질 관리법', en: 'Korea, Indoor Air Quality Control Act' },
  KR_EXCELLENCE: { ko: '실내공기질 우수시설 (80 %)', en: 'Korea, facility of excellence (80 %)' },
  KR_SCHOOLS: { ko: '학교보건법', en: 'Korea, School Health Act' },
  KR_OFFICES: { ko: '사무실 공기관리 지침', en: 'Korea, guide on offices' },
  WHO_2021: { ko: 'WHO 2021', en: 'WHO 2021' },
  EN_16798_1: { ko: 'EN 16798-1', en: 'EN 16798-1' },
  WELL: { ko: 'WELL', en: 'WELL' },
  RESET: { ko: 'RESET Air', en: 'RESET Air' },
  UK_BB101: { ko: '영국 BB101 (학교)', en: 'UK, BB101 (schools)' },
  JP_BUILDINGS: { ko: '일본 건축물위생법', en: 'Japan, hygiene in buildings' },
  CN_GB_T_18883: { ko: '중국 GB/T 18883', en: 'China, GB/T 18883' },
  TW_INDOOR: { ko: '대만 실내공기질 기준', en: 'Taiwan, indoor air standards' },
  SG_SS554: { ko: '싱가포르 SS 554', en: 'Singapore, SS 554' },
  HK_IAQ: { ko: '홍콩 IAQ 인증', en: 'Hong Kong, IAQ certification' },
  DE_GUIDES: { ko: '독일 지침', en: 'Germany, guide values' },
  FR_2023: { ko: '프랑스 2023', en: 'France 2023' },
};

/** Who stands behind packs whose authority is named in Korean only. */
const authorities: Texts<'KR_INDOOR_AIR' | 'KR_EXCELLENCE' | 'KR_SCHOOLS' | 'KR_OFFICES'> = {
  KR_INDOOR_AIR: {
    ko: '실내공기질 관리법 시행규칙 별표 2, 별표 3',
    en: 'Enforcement Rule of the Indoor Air Quality Control Act, annexes 2, 3',
  },
  KR_EXCELLENCE: { ko: '실내공기질 관리법 제12조의3', en: 'Indoor Air Quality Control Act, article 12-3' },
  KR_SCHOOLS: {
    ko: '학교보건법 시행규칙 별표 2, 별표 4의2',
    en: 'Enforcement Rule of the School Health Act, annexes 2, 4-2',
  },
  KR_OFFICES: {
    ko: '사무실 공기관리 지침, 고용노동부고시 제2020-45호',
    en: 'Guide on air in offices, notice 2020-45 of the Ministry of Employment and Labor',
  },
};

const verdicts: Texts<Verdict> = {
  MET: { ko: '적합', en: 'Met' },
  EXCEEDED: { ko: '초과', en: 'Exceeded' },
  NOT_ENOUGH_DATA: { ko: '자료 부족', en: 'Not enough data' },
  NOT_APPLICABLE: { ko: '해당 없음', en: 'Not applicable' },
};

const translate = <Key extends string>(texts: Texts<Key>, language: Language): Record<Key, string> =>
  Object.fromEntries(
    Object.entries<Readonly<Record<Language, string>>>(texts).map(([key, each]) => [key, each[language]]),
  ) as Record<Key, string>;

/** Choices of the forms of administration. */
export const limitChoices = (language: Language) => ({
  facts_place: {
    organization: { ko: '기관 전체', en: 'Organization' }[language],
    office: { ko: '본부', en: 'Office' }[language],
    department: { ko: '부서', en: 'Department' }[language],
  },
  facility_kind: translate(kinds, language),
  region: translate(regions, language),
  ventilation: translate(ventilations, language),
  limit_direction: translate(directions, language),
  limit_basis: translate(bases, language),
  averaging: translate(averagings, language),
  counted_hours: {
    ALL: { ko: '모든 시간', en: 'All hours' }[language],
    OPEN: { ko: '운영 시간', en: 'Opening hours' }[language],
  },
});

/** Words of rules and verdicts, for screens and files. */
export const limitWords = (language: Language) => ({
  packs: translate(packs, language),
  authorities: translate(authorities, language),
  limitLevels: translate(levels, language),
  verdicts: translate(verdicts, language),
});
