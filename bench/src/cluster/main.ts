// npm run cluster [-- --kill]: an installation with two of everything on this machine.
import { launch } from '../launch.ts';

launch('cluster/run.ts', process.argv.slice(2));
