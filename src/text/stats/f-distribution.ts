/**
 * The upper tail of Fisher's F distribution, by its logarithm: one minus the lower tail is 0 long before the tail is,
 * and even the tail itself underflows where the effect is strong. log P(F > f) = log I_x(d2/2, d1/2) with x = d2 / (d2
 * + d1 f).
 */

/** Lanczos' approximation with g = 7 and nine coefficients (Godfrey 2001): 15 digits for positive arguments. */
const LANCZOS = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

function logGamma(value: number): number {
  if (value < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * value)) - logGamma(1 - value);
  const shifted = value - 1;
  const base = shifted + 7.5;
  const series = LANCZOS.slice(1).reduce((sum, coefficient, at) => sum + coefficient / (shifted + at + 1), LANCZOS[0]!);
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(series);
}

type Beta = { readonly a: number; readonly b: number; readonly x: number };

/** Lentz's method for the continued fraction of the incomplete beta function (Press et al., Numerical Recipes, 6.4). */
function betaFraction({ a, b, x }: Beta): number {
  const tiny = 1e-300;
  const kept = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / kept(1 + even * d);
    c = kept(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / kept(1 + odd * d);
    c = kept(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return fraction;
}

/**
 * log I_x(a, b), the regularised incomplete beta function. The fraction converges on the near side of the mean; the far
 * side is its complement.
 */
function logIncompleteBeta({ a, b, x }: Beta): number {
  if (x <= 0) return Number.NEGATIVE_INFINITY;
  if (x >= 1) return 0;
  const near = x < (a + 1) / (a + b + 2);
  const side = near ? { a, b, x } : { a: b, b: a, x: 1 - x };
  const logFront = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  const logSide = logFront + Math.log(betaFraction(side)) - Math.log(side.a);
  return near ? logSide : Math.log1p(-Math.exp(logSide));
}

/** The natural logarithm of P(F > f) with these degrees of freedom. */
export function logUpperTailOfF(
  f: number,
  { between, within }: { readonly between: number; readonly within: number },
): number {
  if (!(f > 0)) return 0;
  return logIncompleteBeta({ a: within / 2, b: between / 2, x: within / (within + between * f) });
}
