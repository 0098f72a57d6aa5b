/** What is wrong with a value that a schema refuses, as one sentence that names the field and what is allowed. */
import { z } from 'zod';
import { messageOf } from './errors.js';

type Issue = z.core.$ZodIssue;

/** The message of whatever was thrown by one who read and parsed a file. */
export function readProblem(error: unknown): string {
  return error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error);
}

/** `schema`: whose fields are named to one who wrote another. */
export function whatIsInvalid({ issues }: z.ZodError, value: unknown, schema?: z.ZodType): string {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const [first] = issues;
  if (!first) return 'It is not valid.';
  const more =
    issues.length > 1
      ? ` (${issues.length - 1} more of the fields ${issues.length > 2 ? 'are' : 'is'} not valid either.)`
      : '';
  return `${sentence(first, value, known)}${more}`;
}

function sentence(issue: Issue, value: unknown, known: readonly string[]): string {
  const field = issue.path.length === 0 ? 'It' : `"${issue.path.join('.')}"`;
  const given = issue.path.reduce<unknown>(
    (part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
  switch (issue.code) {
    case 'invalid_type':
      return `${field} ${given === undefined ? 'is missing: it ' : ''}must be ${typeName(issue.expected)}.`;
    case 'invalid_value':
      return `${field} must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((each) => JSON.stringify(each)).join(', ')}.`;
    case 'too_big':
    case 'too_small':
      return `${field} must ${bound(issue)}${sizeOf(given)}.`;
    case 'unrecognized_keys':
      return `${issue.path.length === 0 ? 'There' : `In ${field} there`} is no "${issue.keys.join('", "')}"${oneOf(issue, known)}.`;
    case 'invalid_union':
      return `${field} ${given === undefined ? 'is missing' : inUnion(issue)}.`;
    default:
      return `${field} ${issue.message.startsWith('must ') ? '' : 'is not valid: '}${issue.message}.`;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  record: 'an object',
};

const typeName = (expected: string): string => NAMES[expected] ?? expected;

function bound(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>): string {
  const [limit, side] = issue.code === 'too_big' ? [issue.maximum, 'at most'] : [issue.minimum, 'at least'];
  const isOpen = issue.inclusive === false;
  const much = isOpen ? (issue.code === 'too_big' ? 'less than' : 'more than') : side;
  if (issue.origin === 'string')
    return limit === 1 && !isOpen && side === 'at least' ? 'not be empty' : `have ${much} ${limit} characters`;
  if (issue.origin === 'array' || issue.origin === 'set')
    return `have ${much} ${limit} ${Number(limit) === 1 ? 'entry' : 'entries'}`;
  return `be ${much} ${limit}`;
}

function sizeOf(given: unknown): string {
  if (typeof given === 'string') return given === '' ? '' : `; it has ${given.length}`;
  if (Array.isArray(given)) return given.length === 0 ? '' : `; it has ${given.length}`;
  return typeof given === 'number' ? `; it is ${given}` : '';
}

/** Fields of the outermost object alone: of those inside, the documentation tells. */
function oneOf({ path }: Issue, known: readonly string[]): string {
  return path.length === 0 && known.length > 0 ? `. There are: ${known.join(', ')}` : '';
}

/** Its own message where the schema has one, else the types that would do. */
function inUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if (issue.message !== 'Invalid input') return `must be ${issue.message}`;
  const types = issue.errors.flatMap(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? typeName(first.expected) : [],
  );
  return types.length > 0
    ? `must be ${[...new Set(types)].join(' or ')}, with what the documentation says`
    : 'has a form that is not known';
}
