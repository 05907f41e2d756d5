// npm run bench [-- [--record] NAME …]: runs benches, with --record also for docs/figures.md.
import { launch } from './launch.ts';

launch('benches.ts', process.argv.slice(2));
