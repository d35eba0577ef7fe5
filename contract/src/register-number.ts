/* The register number (證號) of a certificate: gap-free per organisation, kind and year. */

/** The texts that take the place of `{organization}` and so on in a kind's pattern. */
interface RegisterNumberParts {
  readonly organization: string;
  readonly kind: string;
  /** `2026`. */
  readonly year: number;
  /** From 1. */
  readonly serial: number;
}

export const DEFAULT_REGISTER_PATTERN = '{organization}{kind}字第{minguo}{serial:4}號';

const PLACEHOLDER = /\{(organization|kind|minguo|year|serial)(?::([1-9]))?\}/g;

/** `{serial:4}` has at least four digits. */
const partOf = ({ organization, kind, year, serial }: RegisterNumberParts, name: string): string =>
  ({ organization, kind, minguo: `${year - 1911}`, year: `${year}` })[name] ?? `${serial}`;

/** `臺北市分會急救員證字第1150012號`. */
export const formatRegisterNumber = (pattern: string, parts: RegisterNumberParts): string =>
  pattern.replace(PLACEHOLDER, (_, name: string, digits?: string) =>
    partOf(parts, name).padStart(digits === undefined ? 0 : Number(digits), '0'),
  );

/** Two certificates would have the same number if organisation, kind, year or serial were missing. */
export const isRegisterPattern = (pattern: string): boolean => {
  const names = new Set([...pattern.matchAll(PLACEHOLDER)].map(([, name]) => name));
  const isDistinct =
    names.has('organization') &&
    names.has('kind') &&
    names.has('serial') &&
    (names.has('minguo') || names.has('year'));
  return isDistinct && !/[{}]/.test(pattern.replace(PLACEHOLDER, ''));
};
