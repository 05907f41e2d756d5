/** The OpenAPI document with every reference replaced by the shared part; throws at a reference without a target. */
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
