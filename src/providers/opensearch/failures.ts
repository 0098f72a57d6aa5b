/**
 * What went wrong at the cluster, in words that say what to do. Nothing that was committed is ever at stake: a commit
 * is told after the cluster has it.
 */
import { errors } from '@opensearch-project/opensearch';
import { messageOf, WinnowError } from '../../core/errors.js';

type Cause = { readonly type?: string; readonly reason?: string };

const SAFE = 'What was committed is safe; the same command goes on where it was.';

export function explained(
  error: unknown,
  { nodes, timeoutMs }: { readonly nodes: readonly string[]; readonly timeoutMs: number },
): WinnowError {
  const where = nodes.join(', ');
  if (error instanceof errors.TimeoutError)
    return failure(
      'unavailable',
      `OpenSearch at ${where} did not answer within ${timeoutMs / 1000} s. It may be overloaded: ask for less at a time, or allow more with index.timeoutMs. ${SAFE}`,
      error,
    );
  if (error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError)
    return failure(
      'unavailable',
      `OpenSearch cannot be reached at ${where} (${reasonOf(error)}). Check that it runs, and index.nodes and index.ca. ${SAFE}`,
      error,
    );
  if (error instanceof errors.ResponseError) {
    const body = error.body as { error?: Cause & { root_cause?: readonly Cause[] } } | undefined;
    const cause =
      typeof body?.error === 'object' ? (body.error.root_cause?.[0] ?? body.error) : { reason: messageOf(error) };
    return explainedStatus(error.statusCode ?? 0, cause, where);
  }
  return failure('unavailable', `OpenSearch at ${where} failed: ${messageOf(error)}. ${SAFE}`, error);
}

/** OpenSSL's own words help nobody. */
const reasonOf = (error: Error): string =>
  /wrong version number/.test(error.message) ? 'it speaks http there, not https' : messageOf(error);

function failure(code: WinnowError['code'], message: string, cause?: unknown): WinnowError {
  return new WinnowError(code, message, { cause });
}

/** Also for the single items of a bulk request, which have a status and a cause of their own. */
export function explainedStatus(status: number, cause: Cause, where: string): WinnowError {
  const said = cause.reason ?? cause.type ?? `status ${status}`;
  if (cause.type === 'cluster_block_exception') return blocked(said);
  if (status === 401 || status === 403)
    return failure(
      'usage',
      `OpenSearch at ${where} refuses us (${status}: ${said}). Check index.user, index.passwordVariable or index.keyVariable, and what this user may do.`,
    );
  if (status === 429 || status === 503)
    return failure(
      'unavailable',
      `OpenSearch at ${where} is overloaded or short of nodes (${status}: ${said}). Try again later. ${SAFE}`,
    );
  if (/unknown setting \[index\.knn/.test(said))
    return failure(
      'unsupported',
      `OpenSearch at ${where} lacks the k-NN plugin, which vectors need. Install it: opensearch-plugin install opensearch-knn.`,
    );
  if (/mapper|parsing|illegal_argument|invalid_alias|strict_dynamic/.test(cause.type ?? ''))
    return failure(
      'unsupported',
      `The index does not take what Winnow sends (${said}). It may have been made by another version or program: build the corpus again with --rebuild, or choose another index.prefix.`,
    );
  if (status === 404)
    return failure(
      'usage',
      `OpenSearch at ${where} no longer has this corpus (${said}). Make it again: winnow ingest <sources> --corpus <name> --rebuild.`,
    );
  return failure('unavailable', `OpenSearch at ${where} answered ${status}: ${said}. ${SAFE}`);
}

function blocked(said: string): WinnowError {
  if (/read-only-allow-delete|read-only \/ allow delete|disk usage exceeded/.test(said))
    return failure(
      'unavailable',
      `OpenSearch is short of disk space and takes nothing more (${said}). Free or add space; it opens the index again by itself. ${SAFE}`,
    );
  if (/read-only|FORBIDDEN\/8|FORBIDDEN\/5/.test(said))
    return failure(
      'usage',
      `OpenSearch is read-only (${said}). Lift the block (index.blocks.write, index.blocks.read_only or cluster.blocks.read_only) or write elsewhere. ${SAFE}`,
    );
  return failure('unavailable', `OpenSearch is not ready (${said}): too few of its nodes are there. ${SAFE}`);
}
