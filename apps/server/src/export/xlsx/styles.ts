import type { Language } from '@airdeck/contract/user/schema';
import { GRADES, type Grade } from '@airdeck/domain/grade';
import { DATE_FORMS, type DateForm, excelFormat } from '../wall-clock.ts';
import { xmlText } from './xml-text.ts';

const NUMBER_FORMATS = ['0', '0.0', '0.00', '0.000', '0.0000'];
/** Lower numbers are Excel's built-in formats. */
const FIRST_FORMAT = 164;

/** Fonts, fills and borders, by their index in the part. */
const FONT = { plain: 0, bold: 1, title: 2, quiet: 3 } as const;
const FILL = { none: 0, header: 2, grades: 3 } as const;
const BORDER = { none: 0, top: 1 } as const;

/** Fills of grades, from best to worst: pale, so that printed numbers stay readable. */
const GRADE_FILLS: Readonly<Record<Grade, string>> = {
  VERY_GOOD: 'FFD6E5F8',
  GOOD: 'FFDDF1FC',
  NORMAL: 'FFDDF3E5',
  BAD: 'FFFFE6B3',
  VERY_BAD: 'FFFBCBC6',
};

interface SweepContext {
  /** Index among the formats; undefined is Excel's General. */
  format?: number;
  font?: number;
  fill?: number;
  border?: number;
}

const fillOf = (grade: Grade): number => FILL.grades + GRADES.indexOf(grade);
const PLAIN: SweepContext[] = [
  {},
  { font: FONT.bold, fill: FILL.header },
  { font: FONT.title },
  { font: FONT.quiet },
  { font: FONT.bold, border: BORDER.top },
];
const formatPlaces = Array.from({ length: NUMBER_FORMATS.length + DATE_FORMS.length }, (_, format) => format);
const digitPlaces = NUMBER_FORMATS.map((_, format) => format);

/** All cell styles, in the order of the part; a cell refers to its index. */
const LOOKS: readonly SweepContext[] = [
  ...PLAIN,
  ...formatPlaces.map((format): SweepContext => ({ format })),
  ...GRADES.map((grade): SweepContext => ({ fill: fillOf(grade) })),
  ...GRADES.flatMap((grade) => digitPlaces.map((format): SweepContext => ({ format, fill: fillOf(grade) }))),
  ...digitPlaces.map((format): SweepContext => ({ format, font: FONT.bold, border: BORDER.top })),
];

const FIRST_GRADE = PLAIN.length + formatPlaces.length;
const FIRST_GRADED_NUMBER = FIRST_GRADE + GRADES.length;
const FIRST_SUMMARY = FIRST_GRADED_NUMBER + GRADES.length * NUMBER_FORMATS.length;

/** Styles of cells, by index; 0 is plain. */
export const HEADER_STYLE = 1;
export const TITLE_STYLE = 2;
export const SUBTITLE_STYLE = 3;
export const SUMMARY_STYLE = 4;
const digitPlace = (digits: number): number => Math.min(digits, NUMBER_FORMATS.length - 1);
export const timeStyle = (form: DateForm): number => PLAIN.length + NUMBER_FORMATS.length + DATE_FORMS.indexOf(form);
export const textStyle = (grade: Grade | null): number => (grade === null ? 0 : FIRST_GRADE + GRADES.indexOf(grade));
export const summaryStyle = (digits: number): number => FIRST_SUMMARY + digitPlace(digits);
export const numberStyle = (digits: number, grade: Grade | null = null): number =>
  grade === null
    ? PLAIN.length + digitPlace(digits)
    : FIRST_GRADED_NUMBER + GRADES.indexOf(grade) * NUMBER_FORMATS.length + digitPlace(digits);

function xf({ format, font = FONT.plain, fill = FILL.none, border = BORDER.none }: SweepContext): string {
  const applied = [
    ...(format === undefined ? [] : ['applyNumberFormat="1"']),
    ...(font === FONT.plain ? [] : ['applyFont="1"']),
    ...(fill === FILL.none ? [] : ['applyFill="1"']),
    ...(border === BORDER.none ? [] : ['applyBorder="1"']),
  ].map((attribute) => ` ${attribute}`);
  const number = format === undefined ? 0 : FIRST_FORMAT + format;
  return `<xf numFmtId="${number}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"${applied.join('')}/>`;
}

const face = (size: number, color = ''): string =>
  `<sz val="${size}"/>${color && `<color rgb="${color}"/>`}<name val="Calibri"/><family val="2"/>`;
const solid = (color: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/><bgColor indexed="64"/></patternFill></fill>`;
const NO_SIDES = '<left/><right/><top/><bottom/><diagonal/>';

/** The part xl/styles.xml, with the date formats of a language. */
export function stylesXml(language: Language): string {
  const formats = [...NUMBER_FORMATS, ...DATE_FORMS.map((form) => excelFormat(form, language))];
  const numFmts = formats.map((code, i) => `<numFmt numFmtId="${FIRST_FORMAT + i}" formatCode="${xmlText(code)}"/>`);
  const fonts = [
    `<font>${face(11)}</font>`,
    `<font><b/>${face(11)}</font>`,
    `<font><b/>${face(14)}</font>`,
    `<font>${face(11, 'FF55607A')}</font>`,
  ];
  const fills = [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
    solid('FFEAF1FB'),
    ...GRADES.map((grade) => solid(GRADE_FILLS[grade])),
  ];
  const borders = [
    `<border>${NO_SIDES}</border>`,
    `<border>${NO_SIDES.replace('<top/>', '<top style="thin"><color rgb="FF55607A"/></top>')}</border>`,
  ];
  return [
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts>`,
    `<fonts count="${fonts.length}">${fonts.join('')}</fonts>`,
    `<fills count="${fills.length}">${fills.join('')}</fills>`,
    `<borders count="${borders.length}">${borders.join('')}</borders>`,
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${LOOKS.length}">${LOOKS.map(xf).join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('');
}
