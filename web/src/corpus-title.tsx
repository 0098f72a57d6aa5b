/** What people call a corpus: the configured folder is the sample unless somebody configured another. */
import { useLoaded } from './loaded.js';
import type { DocumentEntry } from './types.js';
import { corpusName } from './words.js';

/** The sample's pages are all under the reserved top-level domain. */
export function useIsSample(corpus: string): boolean {
  const path = corpus === '~docs' ? '/api/corpora/~docs/documents?limit=1' : undefined;
  const { value } = useLoaded<{ documents: DocumentEntry[] }>(path);
  return value?.documents.some(({ url }) => /^https:\/\/[^/]+\.example\//.test(url)) ?? false;
}

export function useCorpusTitle(name: string): string {
  return useIsSample(name) ? 'Sample corpus' : corpusName(name);
}

export const CorpusTitle = ({ name }: { name: string }) => <>{useCorpusTitle(name)}</>;
