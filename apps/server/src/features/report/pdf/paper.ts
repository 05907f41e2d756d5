import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import type { Language } from '@airdeck/contract/user/schema';
import PDFDocument from 'pdfkit';
import { columnWidths, wrapAtSpaces } from './wrap.ts';

/** Points. */
export const MARGIN = 40;
const FOOTER = 24;
const LINE = 1.4;
/** Stands for a character that the font does not have. */
const MISSING = '?';

export const INK = { text: '#172033', soft: '#55607a', line: '#cdd3dd', head: '#eaf1fb', primary: '#1b53a0' } as const;

const { resolve } = createRequire(import.meta.url);
const fontFile = (name: string): string => resolve(`@expo-google-fonts/noto-sans-kr/${name}.ttf`);
export const FONT_FILES = {
  regular: fontFile('400Regular/NotoSansKR_400Regular'),
  bold: fontFile('700Bold/NotoSansKR_700Bold'),
} as const;

interface TextStyle {
  size?: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'right' | 'center';
}

export interface TableColumn {
  header: string;
  /** Part of the table's width. */
  part: number;
  align?: 'left' | 'right' | 'center';
}

export interface PaperOptions {
  language: Language;
  title: string;
  author: string;
  /** The day of the content: two documents of the same content have the same bytes. */
  day: string;
  /** Rejects when the document is no longer wanted; called between parts. */
  check: () => Promise<void>;
}

const TABLE_SIZE = 8.5;
/** Of the width of a table, for one word; a longer one is cut. */
const MAX_WORD_SHARE = 0.3;
const CELL_PAD = 4;
/** More space before a column whose neighbour on the left ends at its right edge. */
const AFTER_RIGHT = 6;

/** A document in the making: `y` is where the next part begins. */
export class Paper {
  readonly doc: PDFDocument;
  readonly left = MARGIN;
  readonly width: number;
  y = MARGIN;
  readonly #bottom: number;
  readonly #options: PaperOptions;
  readonly #bytes: Promise<Buffer>;

  constructor(options: PaperOptions) {
    const { language, title, author, day } = options;
    const time = new Date(`${day}T00:00:00Z`);
    this.#options = options;
    this.doc = new PDFDocument({
      ...{ size: 'A4', margin: 0, font: FONT_FILES.regular, lang: language, tagged: true, pdfVersion: '1.7' },
      ...{ bufferPages: true, displayTitle: true },
      info: {
        ...{ Title: title, Author: author, Creator: 'Airdeck', Producer: 'Airdeck' },
        ...{ CreationDate: time, ModDate: time },
      },
    });
    this.width = this.doc.page.width - 2 * MARGIN;
    this.#bottom = this.doc.page.height - MARGIN - FOOTER;
    this.#bytes = new Promise((done, fail) => {
      const chunks: Uint8Array[] = [];
      this.doc.on('data', (chunk) => chunks.push(chunk));
      this.doc.on('end', () => done(Buffer.concat(chunks)));
      this.doc.on('error', fail);
    });
  }

  /** Lets the process do other work, and ends a document that is no longer wanted. */
  async pause(): Promise<void> {
    await setImmediate();
    await this.#options.check();
  }

  /** Begins a new page if the current one has less than `height` left. */
  need(height: number): void {
    if (this.y + height > this.#bottom) this.newPage();
  }

  newPage(): void {
    this.doc.addPage();
    this.y = MARGIN;
  }

  lines(text: string, width: number, style: TextStyle = {}): string[] {
    this.#style(style);
    return wrapAtSpaces(this.#known(text), width, (part) => this.doc.widthOfString(part));
  }

  widthOf(text: string, style: TextStyle = {}): number {
    this.#style(style);
    return this.doc.widthOfString(this.#known(text));
  }

  heightOf(text: string, width: number, style: TextStyle = {}): number {
    return this.lines(text, width, style).length * (style.size ?? 10) * LINE;
  }

  /** Writes a text at a place and returns the height that it took. */
  at(text: string, x: number, y: number, width: number, style: TextStyle = {}): number {
    const { size = 10, color = INK.text, align = 'left' } = style;
    const lines = this.lines(text, width, style);
    for (const [i, line] of lines.entries()) {
      const space = align === 'left' ? 0 : (width - this.doc.widthOfString(line)) / (align === 'center' ? 2 : 1);
      this.doc.fillColor(color).text(line, x + space, y + i * size * LINE, { lineBreak: false });
    }
    return lines.length * size * LINE;
  }

  /** A paragraph over the whole width. */
  text(text: string, style: TextStyle & { gap?: number } = {}): void {
    this.need(this.heightOf(text, this.width, style));
    this.y += this.at(text, this.left, this.y, this.width, style) + (style.gap ?? 4);
  }

  /** An item of a list: its lines begin beside the mark. */
  item(mark: string, text: string, style: TextStyle = {}): void {
    const indent = this.widthOf(`${mark} `, style);
    this.need(this.heightOf(text, this.width - indent, style));
    this.at(mark, this.left, this.y, indent, style);
    this.y += this.at(text, this.left + indent, this.y, this.width - indent, style) + 2;
  }

  heading(text: string): void {
    this.need(60);
    this.y += 8;
    this.y += this.at(text, this.left, this.y, this.width, { size: 12, bold: true, color: INK.primary }) + 4;
  }

  /** A table over a part of the width; its head is repeated on each page. */
  async table(
    columns: readonly TableColumn[],
    rows: readonly (readonly string[])[],
    x = this.left,
    width = this.width,
  ): Promise<void> {
    const spaces = columns.map(({ align }, i) =>
      align !== 'right' && columns[i - 1]?.align === 'right' ? AFTER_RIGHT : 0,
    );
    const widths = columnWidths(
      columns.map(({ part, header }, i) => {
        const words = new Set(rows.flatMap((row) => (row[i] ?? '').split(/\s/)));
        const longest = [...words].reduce(
          (most, word) => Math.max(most, this.widthOf(word, { size: TABLE_SIZE })),
          Math.max(...header.split(' ').map((word) => this.widthOf(word, { size: TABLE_SIZE, bold: true }))),
        );
        return { part, longestWord: Math.min(longest, width * MAX_WORD_SHARE) + 2 * CELL_PAD + (spaces[i] ?? 0) };
      }),
      width,
    );
    const cellOf = columns.map(({ align = 'left' }, i) => {
      const outer = widths[i] ?? 0;
      const space = spaces[i] ?? 0;
      return { align, outer, before: CELL_PAD + space, inner: outer - 2 * CELL_PAD - space };
    });
    const drawRow = (cells: readonly string[], isHead: boolean): void => {
      const style = { size: TABLE_SIZE, bold: isHead };
      const heights = cellOf.map(({ inner }, i) => this.heightOf(cells[i] ?? '', inner, style));
      const height = Math.max(...heights) + CELL_PAD;
      if (!isHead && this.y + height > this.#bottom) {
        this.newPage();
        drawRow(
          columns.map(({ header }) => header),
          true,
        );
      }
      if (isHead) this.doc.rect(x, this.y, width, height).fill(INK.head);
      let left = x;
      for (const [i, { align, outer, before, inner }] of cellOf.entries()) {
        this.at(cells[i] ?? '', left + before, this.y + CELL_PAD / 2, inner, { ...style, align });
        left += outer;
      }
      this.y += height;
      this.doc
        .moveTo(x, this.y)
        .lineTo(x + width, this.y)
        .lineWidth(0.5)
        .stroke(INK.line);
    };
    this.need(50);
    drawRow(
      columns.map(({ header }) => header),
      true,
    );
    for (const [i, row] of rows.entries()) {
      if (i % 20 === 19) await this.pause();
      drawRow(row, false);
    }
    this.y += 8;
  }

  /** Writes the foot of each page and ends the document. */
  async finish(foot: (page: number, pages: number) => readonly [left: string, right: string]): Promise<Buffer> {
    await this.pause();
    const { start, count } = this.doc.bufferedPageRange();
    const y = this.doc.page.height - MARGIN - 8;
    for (let i = 0; i < count; i++) {
      this.doc.switchToPage(start + i);
      const [left, right] = foot(i + 1, count);
      const style = { size: 8, color: INK.soft };
      this.at(left, this.left, y, this.width - 60, style);
      this.at(right, this.left + this.width - 60, y, 60, { ...style, align: 'right' });
    }
    this.doc.end();
    return this.#bytes;
  }

  #style({ size = 10, bold = false }: TextStyle): void {
    // By their paths: the first font would be opened again for each use of a registered name.
    this.doc.font(bold ? FONT_FILES.bold : FONT_FILES.regular).fontSize(size);
  }

  /** Only characters that the font has: CO₂ is written CO2. */
  #known(text: string): string {
    const { font } = this.doc._font;
    const isKnown = (character: string): boolean =>
      character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
    const knownOf = (character: string): string => {
      if (isKnown(character)) return character;
      const plain = character.normalize('NFKC');
      return plain !== character && [...plain].every(isKnown) ? plain : MISSING;
    };
    return [...text].map(knownOf).join('');
  }
}
