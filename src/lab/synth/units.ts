/** Units by all their usual spellings, each with its dimension and its size in the dimension's base unit, so that "41 m" and "41 metres" are one. */

export type Unit = { readonly dimension: string; readonly size: number };

/** dimension: size spelling spelling ...; plurals in -s are understood. */
const TABLE = `
length: 1 metre meter m | 1000 kilometre kilometer km | 0.01 centimetre centimeter cm | 0.001 millimetre millimeter mm | 1609.344 mile mi
length: 0.3048 foot feet ft | 0.0254 inch inches | 0.9144 yard yd | 1852 nautical-mile nmi
mass: 1 kilogram kilogramme kg kilo | 0.001 gram gramme g | 0.000001 milligram mg | 1000 tonne t metric-ton | 907.18474 ton | 0.45359237 pound lb lbs | 0.0283495 ounce oz
time: 1 second sec s | 60 minute min | 3600 hour hr h | 86400 day d | 604800 week wk
months: 1 month | 12 year yr | 120 decade | 1200 century centuries
volume: 1 litre liter l | 0.001 millilitre milliliter ml | 1000 cubic-metre m³ m3 | 3.785411784 gallon gal
area: 1 square-metre square-meter sq-m m² m2 | 10000 hectare ha | 4046.8564224 acre | 1000000 square-kilometre square-kilometer sq-km km² km2
area: 2589988.11 square-mile sq-mi | 0.09290304 square-foot square-feet sq-ft ft²
share: 1 percent per-cent pct % percentage-point
celsius: 1 °c degree-celsius degrees-celsius degree-c
fahrenheit: 1 °f degree-fahrenheit degrees-fahrenheit degree-f
angle: 1 degree °
speed: 1 kilometre-per-hour kilometres-per-hour kilometer-per-hour kilometers-per-hour km/h kph kmh | 1.609344 mile-per-hour miles-per-hour mph | 3.6 m/s metre-per-second metres-per-second | 1.852 knot
power: 1 watt w | 1000 kilowatt kw | 1000000 megawatt mw | 1000000000 gigawatt gw
energy: 1 kilowatt-hour kwh | 1000 megawatt-hour mwh | 1000000 gigawatt-hour gwh
dollar: 1 dollar $ us$ usd | 0.01 cent
euro: 1 euro € eur
sterling: 1 £ gbp pound-sterling | 0.01 pence penny
yen: 1 yen ¥ jpy
`;

const UNITS: ReadonlyMap<string, Unit> = new Map(
  TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [dimension = '', rest = ''] = line.split(': ');
      return rest.split(' | ').flatMap((part) => {
        const [size = '1', ...spellings] = part.trim().split(/\s+/);
        return spellings.map((spelling) => [spelling.replaceAll('-', ' '), { dimension, size: Number(size) }] as const);
      });
    }),
);

/** Upper case matters to none of these; a plural is its singular. */
export function unitNamed(spelling: string): Unit | undefined {
  const name = spelling.toLowerCase().replace(/\.$/, '');
  return UNITS.get(name) ?? (name.length > 3 && name.endsWith('s') ? UNITS.get(name.slice(0, -1)) : undefined);
}

/** The most words a unit has: "miles per hour". */
export const MOST_UNIT_WORDS = 3;
