import { readFile } from 'node:fs/promises';
import { LOAD_HELP, LoadArgumentError, type LoadPlan, loadOfPlan, parseLoadArguments } from '../load/load-arguments.ts';
import { runLoad } from '../load/run-load.ts';

try {
  const asked = parseLoadArguments(process.argv.slice(2), process.env);
  if ('help' in asked) console.log(LOAD_HELP);
  else {
    const plan = 'plan' in asked ? asked.plan : (JSON.parse(await readFile(asked.planFile, 'utf8')) as LoadPlan);
    console.log(JSON.stringify(await runLoad(loadOfPlan(plan))));
  }
} catch (error) {
  const { message } = error as Error;
  console.error(error instanceof LoadArgumentError ? `${message}\n\n${LOAD_HELP}` : message);
  process.exitCode = 1;
}
