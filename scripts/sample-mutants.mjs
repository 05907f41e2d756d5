// Lets Stryker try a random sample of its mutants only, and name the ones that live.
import { createHash } from 'node:crypto';

/** Mutants that it refuses are neither run nor counted. */
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

/** Prints a survived mutant as soon as it is tried: a run takes long, and may be broken off. */
class SurvivorReporter {
  onMutantTested({ status, fileName, location, mutatorName, replacement }) {
    if (status !== 'Survived' && status !== 'NoCoverage') return;
    const { line, column } = location.start;
    console.log(`\n${status} ${fileName}:${line}:${column} ${mutatorName}: ${replacement}`);
  }
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', injectableClass: SampleChecker },
  { kind: 'Reporter', name: 'survivors', injectableClass: SurvivorReporter },
];
