/** The process in which the small models run. */
import { serveTasks } from '../processes/serve.js';
import { createCompute } from './compute.js';

serveTasks(createCompute());
