import { Failure } from '../../platform/http/failure.ts';
import { type Cell, FORMULA, MAX_CELL_LENGTH, MAX_CELLS, MAX_SHEET_ROWS, type SheetRow } from '../sheet-row.ts';
import { type Archive, openArchive } from './archive.ts';
import { readWholeXml, readXml, type XmlHandler } from './read-xml.ts';

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const SHARED_TEXTS = 'xl/sharedStrings.xml';

/** The part of the workbook's first sheet. */
const findFirstSheet = async (archive: Archive): Promise<string> => {
  let relation: string | undefined;
  await readWholeXml(await archive.open(WORKBOOK), {
    open: (name, attribute) => {
      if (name === 'sheet') relation ??= attribute('r:id') ?? attribute('id');
    },
    text: () => undefined,
    close: () => undefined,
  });
  let target: string | undefined;
  await readWholeXml(await archive.open(RELATIONS), {
    open: (name, attribute) => {
      if (name === 'Relationship' && attribute('Id') === relation) target = attribute('Target');
    },
    text: () => undefined,
    close: () => undefined,
  });
  if (target === undefined) throw new Failure('INVALID_FILE');
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
};

/** Appends to a text with a bound: a text that many cells refer to must not be as long as the file. */
const longer = (text: string, part: string): string => {
  if (text.length + part.length > MAX_CELL_LENGTH) throw new Failure('INVALID_FILE');
  return text + part;
};

/** Texts that cells refer to by number. Phonetic readings of Japanese texts are stored beside them and are ignored. */
const readSharedTexts = async (archive: Archive): Promise<string[]> => {
  const texts: string[] = [];
  if (!archive.has(SHARED_TEXTS)) return texts;
  let text = '';
  let isText = false;
  let isSound = false;
  await readWholeXml(await archive.open(SHARED_TEXTS), {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isSound = true;
      isText = name === 't' && !isSound;
    },
    text: (part) => {
      if (isText) text = longer(text, part);
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isSound = false;
      if (name === 'si') texts.push(text);
    },
  });
  return texts;
};

/** `AB12` → 27. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '') {
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
};

/** A number as a person would write it, in any notation of the file. */
const plain = (value: string): string => {
  const number = Number(value);
  return value !== '' && Number.isFinite(number) ? String(number) : value;
};

const cellText = (type: string, value: string, texts: readonly string[]): string => {
  switch (type) {
    case 's':
      return texts[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'Y' : 'N';
    case 'inlineStr':
    case 'str':
    case 'e':
    case 'd':
      return value;
    default:
      return plain(value);
  }
};

/** Collects the rows of a sheet; `take` returns the complete ones. */
class SheetRows implements XmlHandler {
  readonly #texts: readonly string[];
  #rows: SheetRow[] = [];
  #row: SheetRow | null = null;
  #number = 0;
  #column = 0;
  #type = '';
  #value = '';
  #isValue = false;
  #isFormula = false;
  #isSound = false;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  take(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attribute: (name: string) => string | undefined): void {
    switch (name) {
      case 'row': {
        const given = Number(attribute('r'));
        this.#number = Number.isSafeInteger(given) && given > this.#number ? given : this.#number + 1;
        if (this.#number > MAX_SHEET_ROWS) throw new Failure('INVALID_FILE');
        this.#row = { number: this.#number, cells: [] };
        this.#column = -1;
        break;
      }
      case 'c': {
        const reference = attribute('r');
        this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
        if (this.#column < 0 || this.#column >= MAX_CELLS) throw new Failure('INVALID_FILE');
        this.#type = attribute('t') ?? 'n';
        this.#value = '';
        this.#isFormula = false;
        break;
      }
      case 'f':
        this.#isFormula = true;
        break;
      case 'rPh':
        this.#isSound = true;
        break;
      case 'v':
      case 't':
        this.#isValue = !this.#isSound;
        break;
    }
  }

  text(text: string): void {
    if (this.#isValue) this.#value = longer(this.#value, text);
  }

  close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
        this.#isValue = false;
        break;
      case 'rPh':
        this.#isSound = false;
        break;
      case 'c': {
        const cells: Cell[] = this.#row?.cells ?? [];
        while (cells.length < this.#column) cells.push('');
        cells[this.#column] = this.#isFormula ? FORMULA : cellText(this.#type, this.#value, this.#texts);
        break;
      }
      case 'row':
        if (this.#row) this.#rows.push(this.#row);
        this.#row = null;
        break;
    }
  }
}

/**
 * The rows of an Excel workbook's first sheet, read while it is unpacked. Formulas are detected, not computed. @throws
 * Failure INVALID_FILE, FILE_TOO_BIG
 */
export async function* readXlsx(file: Buffer): AsyncGenerator<SheetRow> {
  try {
    const archive = await openArchive(file);
    const sheet = await findFirstSheet(archive);
    const rows = new SheetRows(await readSharedTexts(archive));
    for await (const _ of readXml(await archive.open(sheet), rows)) yield* rows.take();
    yield* rows.take();
  } catch (error) {
    // An error of yauzl, zlib or the XML parser is the file's fault.
    throw error instanceof Failure ? error : new Failure('INVALID_FILE');
  }
}
