// Lets Stryker try a random sample of its mutants only: what this checker refuses, it does not run and does not count.
import { createHash } from 'node:crypto';

class SampleChecker {
  #chosen = new Set();

  async init() {}

  /** Gets all mutants before any is checked. The same seed chooses the same ones, as long as the code stays. */
  async group(mutants) {
    const { size, seed } = JSON.parse(process.env.MUTANTS_SAMPLE);
    const ranked = mutants.map((mutant) => ({ id: mutant.id, rank: rank(seed, mutant) }));
    ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
    for (const { id } of ranked.slice(0, size)) this.#chosen.add(id);
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants) {
    const outside = { status: 'compileError', reason: 'not in the sample' };
    return Object.fromEntries(mutants.map(({ id }) => [id, this.#chosen.has(id) ? { status: 'passed' } : outside]));
  }
}

function rank(seed, { fileName, location: { start, end }, replacement }) {
  const place = [start.line, start.column, end.line, end.column];
  // Without the folder of the checkout.
  const file = fileName.split(/[\\/]/).slice(-3);
  return createHash('sha256')
    .update(JSON.stringify([seed, file, place, replacement]))
    .digest('hex');
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }];
