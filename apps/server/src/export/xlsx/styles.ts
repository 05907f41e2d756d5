import type { Language } from '@airdeck/contract/user/schema';
import { DATE_FORMS, type DateForm, excelFormat } from '../wall-clock.ts';
import { xmlText } from './xml-text.ts';

const NUMBER_FORMATS = ['0', '0.0', '0.00', '0.000', '0.0000'];
/** Numbers below it are Excel's own formats. */
const FIRST_FORMAT = 164;

/** Styles of cells, by their places in the table below: 0 is plain. */
export const HEADER_STYLE = 1;
export const numberStyle = (digits: number): number => 2 + Math.min(digits, NUMBER_FORMATS.length - 1);
export const timeStyle = (form: DateForm): number => 2 + NUMBER_FORMATS.length + DATE_FORMS.indexOf(form);

const xf = (format: number, font = 0): string =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${format > 0 ? ' applyNumberFormat="1"' : ''}${font > 0 ? ' applyFont="1"' : ''}/>`;

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

/** The part xl/styles.xml, with the dates of a language. */
export function stylesXml(language: Language): string {
  const formats = [...NUMBER_FORMATS, ...DATE_FORMS.map((form) => excelFormat(form, language))];
  const numFmts = formats.map((code, i) => `<numFmt numFmtId="${FIRST_FORMAT + i}" formatCode="${xmlText(code)}"/>`);
  const cellXfs = [xf(0), xf(0, 1), ...formats.map((_, i) => xf(FIRST_FORMAT + i))];
  return [
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts>`,
    `<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>`,
    '<fills count="2"><fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${cellXfs.length}">${cellXfs.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('');
}
