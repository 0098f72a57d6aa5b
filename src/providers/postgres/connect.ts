/** Connections to PostgreSQL by its usual driver, and what went wrong with them in words that say what to do. */
import { hostname } from 'node:os';
import pg from 'pg';
import { messageOf, WinnowError } from '../../core/errors.js';

export type Row = Record<string, unknown>;

/** Runs one statement; inside `transaction`, on its connection. */
export type Query = <T extends Row = Row>(text: string, values?: readonly unknown[]) => Promise<T[]>;

export type Database = {
  readonly query: Query;
  /** All or nothing. */
  readonly transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  /** A connection of one's own, for locks that last and for notifications. */
  readonly connection: () => Promise<pg.PoolClient>;
  /** Who this process is, for those who find its lock. */
  readonly self: string;
  readonly close: () => Promise<void>;
};

export type ConnectOptions = {
  readonly connection: string;
  readonly timeoutMs: number;
  readonly most?: number;
  readonly searchPath?: string;
};

const CONNECTIONS = 10;

export function connectPostgres(options: ConnectOptions): Database {
  checkConnection(options.connection);
  const self = `process ${process.pid} on ${hostname()}`;
  const pool = openPool(options, self);
  const about = { where: shownAddress(options.connection), timeoutMs: options.timeoutMs };
  const explaining = <T>(asked: Promise<T>): Promise<T> =>
    asked.catch((error: unknown) => {
      throw explained(error, about);
    });
  const queryOn =
    (on: pg.Pool | pg.PoolClient): Query =>
    async <T extends Row>(text: string, values: readonly unknown[] = []) =>
      (await explaining(on.query<T>(text, [...values]))).rows;
  const connection = async (): Promise<pg.PoolClient> => {
    const client = await explaining(pool.connect());
    // A connection that breaks while it is held would end the process: its next query says so as well.
    if (client.listenerCount('error') === 0) client.on('error', () => undefined);
    return client;
  };
  return {
    self,
    query: queryOn(pool),
    connection,
    transaction: async (work) => {
      const client = await connection();
      return inTransaction(client, queryOn(client), work);
    },
    close: () => pool.end(),
  };
}

/** The driver would take any text for the name of a database. */
function checkConnection(connection: string): void {
  if (/^(?:postgres(?:ql)?:\/\/|socket:|\/)/.test(connection)) return;
  throw new WinnowError(
    'usage',
    'The connection string of PostgreSQL must look like postgres://user:password@host/database.',
  );
}

function openPool({ connection, timeoutMs, most = CONNECTIONS, searchPath }: ConnectOptions, self: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: strictlyEncrypted(connection),
    max: most,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    application_name: `winnow ${self}`.slice(0, 63),
    ...(searchPath !== undefined && { options: `-c search_path=${searchPath}` }),
    // The process may end while connections are idle.
    allowExitOnIdle: true,
  });
  pool.on('error', () => undefined); // an idle connection was closed by the server: the next query opens another
  return pool;
}

/** The driver checks certificates in these modes too, but warns at every start that it once will not. */
const strictlyEncrypted = (connection: string): string =>
  connection.replace(/\bsslmode=(?:prefer|require|verify-ca)\b/, 'sslmode=verify-full');

async function inTransaction<T>(client: pg.PoolClient, query: Query, work: (query: Query) => Promise<T>): Promise<T> {
  try {
    await query('begin');
    const result = await work(query);
    await query('commit');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    client.release(isBroken(error));
    throw error;
  }
}

/** Without user and password. */
function shownAddress(connection: string): string {
  try {
    const { host, pathname } = new URL(connection);
    return `${host}${pathname}`;
  } catch {
    return 'the configured address';
  }
}

/** SQLSTATE, see the manual's appendix A. */
export const codeOf = (error: unknown): string => {
  const cause = error instanceof WinnowError ? error.cause : error;
  return String((cause as { code?: unknown } | undefined)?.code ?? '');
};

const isBroken = (error: unknown): boolean => /^(?:08|57)|^E[A-Z]+$/.test(codeOf(error));

const SAFE = 'What was committed is safe; the same command goes on where it was.';

function explained(
  error: unknown,
  { where, timeoutMs }: { readonly where: string; readonly timeoutMs: number },
): WinnowError {
  const said = messageOf(error);
  const failure = (code: WinnowError['code'], message: string) => new WinnowError(code, message, { cause: error });
  const code = codeOf(error);
  if (/^(?:28|3D)/.test(code))
    return failure('usage', `PostgreSQL at ${where} refuses us (${said}). Check the connection string.`);
  if (code === '57014' || /timeout/i.test(said))
    return failure(
      'unavailable',
      `PostgreSQL at ${where} did not answer within ${timeoutMs / 1000} s (${said}). ${SAFE}`,
    );
  if (code === '53100')
    return failure('unavailable', `PostgreSQL at ${where} has no disk space left (${said}). Free or add some. ${SAFE}`);
  if (code === '25006')
    return failure('usage', `PostgreSQL at ${where} is read-only (${said}): connect to the primary. ${SAFE}`);
  if (code === '42501') return failure('usage', `PostgreSQL at ${where} does not let this user do that (${said}).`);
  if (/CERT|SIGNATURE|ISSUER/.test(code))
    return failure(
      'usage',
      `PostgreSQL at ${where} shows a certificate that is not trusted here (${said}). Add the file of its authority to the connection string: ?sslmode=verify-full&sslrootcert=/path/ca.pem`,
    );
  if (/^(?:08|53|57)|^E[A-Z]+$/.test(code) || code === '')
    return failure(
      'unavailable',
      `PostgreSQL cannot be reached at ${where} (${said || code}). Check that it runs and the connection string. ${SAFE}`,
    );
  return failure('unsupported', `PostgreSQL at ${where} does not take what Winnow sends (${said}).`);
}
