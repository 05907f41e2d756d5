// The package has no types. Only what the reports use.
declare module 'pdfkit' {
  interface Options {
    size: string;
    margin: number;
    font: string;
    lang: string;
    tagged: boolean;
    pdfVersion: string;
    bufferPages: boolean;
    displayTitle: boolean;
    info: { Title: string; Author: string; Creator: string; Producer: string; CreationDate: Date; ModDate: Date };
  }

  interface TextOptions {
    lineBreak: boolean;
    width?: number;
    align?: 'left' | 'right' | 'center';
  }

  export default class PDFDocument {
    constructor(options: Options);
    readonly _font: { font: { hasGlyphForCodePoint(code: number): boolean } };
    readonly page: { width: number; height: number };
    font(path: string): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(width: number): this;
    widthOfString(text: string): number;
    text(text: string, x: number, y: number, options: TextOptions): this;
    rect(x: number, y: number, width: number, height: number): this;
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    fill(color?: string): this;
    stroke(color?: string): this;
    addPage(): this;
    bufferedPageRange(): { start: number; count: number };
    switchToPage(page: number): this;
    on(event: 'data', listener: (chunk: Uint8Array) => void): this;
    on(event: 'end', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    end(): void;
  }
}
