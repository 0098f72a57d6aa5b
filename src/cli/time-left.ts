/** A stretch of time in words: "45 s", "12 min", "3 h 20 min". */
export function timeLeft(inSeconds: number): string {
  if (inSeconds < 100) return `${Math.ceil(inSeconds)} s`;
  const minutes = Math.round(inSeconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
