// Lets Stryker try a random sample of its mutants only, leave log texts alone, and name the mutants that live.
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

const LOG_METHODS = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

/** Whether a node is the text of a line that is logged: a literal argument of `log.warn(fields, text)`. */
function isLogText({ node, parentPath }) {
  if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return false;
  const call = parentPath?.node;
  if (call?.type !== 'CallExpression' || !call.arguments.includes(node)) return false;
  const { callee } = call;
  if (callee.type !== 'MemberExpression' || callee.computed || !LOG_METHODS.has(callee.property.name)) return false;
  const { object } = callee;
  const name = object.type === 'MemberExpression' ? object.property.name : object.name;
  return name === 'log' || name === 'logger';
}

/** Ignored mutants are neither run nor counted. The call, its level, its condition and its fields are still changed. */
class LogTextIgnorer {
  shouldIgnore(path) {
    return isLogText(path) ? 'the wording of a log line is not worth a test' : undefined;
  }
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
  { kind: 'Ignore', name: 'log-text', injectableClass: LogTextIgnorer },
  { kind: 'Checker', name: 'sample', injectableClass: SampleChecker },
  { kind: 'Reporter', name: 'survivors', injectableClass: SurvivorReporter },
];
