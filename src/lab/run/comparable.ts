/** Settings whose score says nothing of the setting: reported with the reason, wherever they are. */

export type Asked = { readonly pipeline: string; readonly options: Readonly<Record<string, unknown>>; readonly hasModel: boolean };

/** Why the figures of a setting cannot be set against others of its pipeline; nothing where they can. */
export function whyNotComparable({ pipeline, options, hasModel }: Asked): string | undefined {
  if (pipeline !== 'hifi-rag' || hasModel || options.retrieval === false || options.filterSections !== 'off') return undefined;
  return 'without a model and without the section filter nothing ranks the sections, and the writer, which looks at the first four, abstains';
}
