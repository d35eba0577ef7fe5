import { networkOf } from './network.ts';
import type { Client } from './sessions.ts';

/* The order matters: most browsers name others too. */

const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bLine\//, 'LINE'],
  [/\b(?:FBAN|FBAV)\//, 'Facebook'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const longest = 500;

/** `Chrome · Windows`; null if neither is known. */
export const deviceOf = (userAgent: string): string | null => {
  const said = userAgent.slice(0, longest);
  const found = [browsers, systems].flatMap(
    (list) => list.find(([pattern]) => pattern.test(said))?.[1] ?? [],
  );
  return found.join(' · ') || null;
};

export const clientOf = ({ address, userAgent = '' }: { address: string; userAgent?: string }): Client => ({
  device: deviceOf(userAgent),
  network: networkOf(address),
});
