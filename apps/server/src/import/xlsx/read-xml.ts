import { SaxesParser, type SaxesTagNS } from 'saxes';

/** Events of an XML reader; names are without their prefixes. */
export interface XmlHandler {
  open(name: string, attribute: (name: string) => string | undefined): void;
  text(text: string): void;
  close(name: string): void;
}

/**
 * Passes a document's parts to a handler while it is read, yielding after each chunk. Entities other than XML's five
 * are refused, so that nothing is fetched and nothing grows.
 */
export async function* readXml(chunks: AsyncIterable<Uint8Array>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const attributeOf =
    ({ attributes }: SaxesTagNS) =>
    (name: string): string | undefined =>
      attributes[name]?.value ?? Object.values(attributes).find(({ local }) => local === name)?.value;
  parser.on('opentag', (tag) => handler.open(tag.local, attributeOf(tag)));
  parser.on('text', (text) => handler.text(text));
  parser.on('closetag', ({ local }) => handler.close(local));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.close();
}

/** Reads a small document to its end. */
export const readWholeXml = async (chunks: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> => {
  for await (const _ of readXml(chunks, handler));
};
