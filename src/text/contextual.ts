/** A stretch of text under its title and headings, so that "It opened in 1888" is known to speak of the bridge. */
export function contextualText(title: string, headings: readonly string[], text: string): string {
  const path = [title, ...headings.filter((heading) => heading !== title)].filter(Boolean).join(' > ');
  return path ? `${path}\n${text}` : text;
}
