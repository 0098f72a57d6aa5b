import { parseArgs } from 'node:util';
import { collect } from './answers/collect.js';
import { read } from './answers/read.js';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    set: { type: 'string' },
    data: { type: 'string' },
    docs: { type: 'string' },
    file: { type: 'string' },
    every: { type: 'string' },
    limit: { type: 'string' },
    split: { type: 'string' },
    corpus: { type: 'string' },
    dataDirectory: { type: 'string' },
  },
});
if (values.from) await read(values as never);
else
  await collect({
    ...values,
    ...(values.every && { every: Number(values.every) }),
    ...(values.limit && { limit: Number(values.limit) }),
  } as never);
process.exit(0);
