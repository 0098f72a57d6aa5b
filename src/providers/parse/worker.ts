/** The process in which files and pages are parsed. */
import { keepWithin } from '../processes/limits.js';
import { serveTasks } from '../processes/serve.js';
import { DEFAULT_LIMITS } from './limits.js';
import { parseAs } from './parsers.js';

keepWithin(Number(process.argv[2] ?? DEFAULT_LIMITS.memoryMb));
serveTasks(parseAs);
