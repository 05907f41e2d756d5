/** The OpenAPI document with the shared part itself in the place of every reference; throws at one that leads nowhere. */
export const dereferenced = <T>(document: T): T => {
  const find = (reference: string): unknown => {
    let part: unknown = document;
    for (const key of reference.replace(/^#\//, '').split('/')) {
      part = typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined;
    }
    if (part === undefined) throw new Error(`the document has no ${reference}`);
    return part;
  };
  const text = JSON.stringify(document, (_, value) => {
    let part = value;
    while (typeof part === 'object' && part !== null && typeof part.$ref === 'string') part = find(part.$ref);
    return part;
  });
  return JSON.parse(text);
};
