/* The first match counts: Edge also names Chrome, Chrome also Safari, an iPhone also Mac OS X. */
const browsers: readonly [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:\b|Headless)(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly [name: string, mark: RegExp][] = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** `Chrome（Windows）`; null if unknown. */
export const deviceName = (userAgent: string | null): string | null => {
  const find = (names: typeof browsers) => names.find(([, mark]) => mark.test(userAgent ?? ''))?.[0];
  const [browser, system] = [find(browsers), find(systems)];
  return browser && system ? `${browser}（${system}）` : (browser ?? system ?? null);
};
