/** The process in which files and pages are parsed. */
import { keepWithin } from '../processes/limits.js';
import { serveTasks } from '../processes/serve.js';
import { MEMORY_MB } from './limits.js';
import { parseAs } from './parsers.js';

keepWithin(MEMORY_MB);
serveTasks(parseAs);
