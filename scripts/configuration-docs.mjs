/**
 * Writes docs/configuration.md from the schemas in the code: node scripts/configuration-docs.mjs.
 * With --check nothing is written, and the exit code is 1 when the file says something else. A path as last argument
 * stands for the file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { buildIfStale } from './fresh-build.mjs';

await buildIfStale();
const { configSchema } = await import('../dist/engine/config.js');
const { BUILT_IN_PIPELINES } = await import('../dist/engine/pipelines.js');
const { EXIT } = await import('../dist/cli/exit.js');

/** A code without words here is shown by its name. */
const EXIT_MEANINGS = {
  answered: 'answered; for other commands, done',
  failure: 'failed or cancelled; `doctor`: something does not work',
  usage: 'wrong flag, file or configuration',
  abstained: '`ask`: no answer in the pages',
  limit: 'the deadline or the money limit was reached',
  unsupported: 'kept for a check of claims; no command uses it yet',
  notSupported: '`verify`: a claim is not supported',
  belowThreshold: '`eval --fail-under`: a mean is below its bound',
};

const check = process.argv.includes('--check');
const file =
  process.argv.slice(2).find((argument) => argument !== '--check') ??
  fileURLToPath(new URL('../docs/configuration.md', import.meta.url));
const wanted = page();
if (!check) writeFileSync(file, wanted);
else if (readOr(file, '') !== wanted) {
  console.error(`${file} is not what the schemas say. Run node scripts/configuration-docs.mjs and keep its result.`);
  process.exitCode = 1;
}

function page() {
  const { models, pipelines: _, ...rest } = schemaOf(configSchema).properties;
  const role = Object.values(models.properties)[0];
  return [
    opening(),
    '## Settings\n',
    table(flat(rest)),
    '\n## Language models\n',
    'Roles; without any of them every stage uses its deterministic implementation:\n',
    ...Object.entries(models.properties).map(([name, { description }]) => `- \`models.${name}\`: ${description}`),
    '\nEach role takes the same fields (in a variable: `WINNOW_MODELS__SMALL__BASE_URL`):\n',
    table(flat(role.properties, { prefix: 'models.small', required: role.required })),
    ...BUILT_IN_PIPELINES.map(pipelineSection),
    '\n## Exit codes\n',
    '| Code | Meaning |\n|---|---|',
    ...Object.entries(EXIT).map(([name, code]) => `| ${code} | ${EXIT_MEANINGS[name] ?? name} |`),
    '',
  ].join('\n');
}

function opening() {
  return `# Configuration

<!-- Made by scripts/configuration-docs.mjs from src/engine/config.ts and the pipelines' options.ts. Change those, then run it. -->

Everything has a default. A value is taken from the first place that has it:

1. flags of the command line: \`--pipeline\`, \`--effort\`, \`--docs\`, \`--corpus\`, \`--data-directory\`, \`--timeout\` (seconds), \`--max-cost\` (US dollars), and \`--set path=value\` for
   everything else. A path that begins with no setting below is an option of the pipeline: \`--set refine=false\`.
2. environment variables, named in the tables. They begin with \`WINNOW_\`; two underscores go one level down.
3. a file: \`--config FILE\` or \`WINNOW_CONFIG\`, else the first of \`winnow.config.yaml\`, \`.yml\`, \`.json\`, \`.mjs\`, \`.js\` in the working directory.
   \`winnow init\` writes one with comments.
4. the default.

\`winnow config\` prints the values in effect with the place each comes from; \`winnow doctor\` says what works. A value given as text is read as JSON
where it is JSON (\`true\`, \`12\`, \`["localhost:11434"]\`), else as text. A key is never written into the configuration: \`keyVariable\` holds the
name of the variable that holds it. \`WINNOW_DATA\` names the folder of outside data for benchmarks and experiments; it is not a setting.
`;
}

function pipelineSection({ name, summary, options }) {
  const { properties, required } = schemaOf(options);
  const path = `pipelines.${name}`;
  return `\n## Options of \`${name}\`\n\n${summary}. In a file under \`${path}\`; on the command line \`--set ${Object.keys(properties)[0]}=...\`.\n\n${table(flat(properties, { prefix: path, required }))}`;
}

function schemaOf(schema) {
  return z.toJSONSchema(schema, { io: 'input' });
}

/**
 * One row per setting; objects with fields of their own give one row per field, under their own line of explanation.
 */
function flat(properties, { prefix = '', required = [], optional = '' } = {}) {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    if (!schema.properties)
      return [{ path, schema, needed: required.includes(name) && (optional ? `with ${code(optional)}` : 'needed') }];
    const described = Object.fromEntries(
      Object.entries(schema.properties).map(([key, own]) => [
        key,
        { ...own, description: own.description ?? schema.description },
      ]),
    );
    return flat(described, { prefix: path, required: schema.required, optional: required.includes(name) ? '' : name });
  });
}

function table(rows) {
  const line = ({ path, schema, needed }) => {
    const name = path.replace(/^(?:models\.small|pipelines\.[^.]+)\./, '');
    const standard = needed ? needed : schema.default === undefined ? '' : code(JSON.stringify(schema.default));
    return `| ${[code(name), cell(typeOf(schema)), standard, cell(schema.description ?? ''), code(variable(path))].join(' | ')} |`;
  };
  return ['| Setting | Type | Default | What it does | Variable |', '|---|---|---|---|---|', ...rows.map(line)].join(
    '\n',
  );
}

function typeOf({ type, enum: values, items, minimum, maximum, maxItems }) {
  if (values) return values.map(code).join(', ');
  if (type === 'array')
    return `list of ${items?.properties ? `{ ${Object.keys(items.properties).join(', ')} }` : items?.type}${maxItems ? `, at most ${maxItems}` : ''}`;
  const upper = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const range = [minimum !== undefined && `from ${minimum}`, upper !== undefined && `to ${upper}`]
    .filter(Boolean)
    .join(' ');
  return [type, range].filter(Boolean).join(' ');
}

/** "limits.timeoutMs" -> "WINNOW_LIMITS__TIMEOUT_MS", the reverse of what src/engine/layers.ts reads. */
function variable(path) {
  const parts = path.split('.').map((part) =>
    part
      .replace(/[A-Z]/g, (letter) => `_${letter}`)
      .replaceAll('-', '_')
      .toUpperCase(),
  );
  return `WINNOW_${parts.join('__')}`;
}

function code(text) {
  return `\`${text}\``;
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}

function readOr(path, otherwise) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
