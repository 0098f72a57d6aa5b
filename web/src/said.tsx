/** The one polite live region: what changed, said once. */
const REGION = 'said';

export const LiveRegion = () => <div id={REGION} class="unseen" role="status" aria-live="polite" />;

export function say(text: string): void {
  const region = document.getElementById(REGION);
  if (region) region.textContent = text;
}
