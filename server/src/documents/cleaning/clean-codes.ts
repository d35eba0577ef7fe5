import type { RefusalCode } from '@portal/contract/errors';

/** Any other exit code means a damaged file. */
export const exitCodes = {
  document_encrypted: 3,
  document_active: 4,
  document_too_many_pixels: 5,
} as const satisfies Partial<Record<RefusalCode, number>>;

export type UnfitCode = keyof typeof exitCodes;

export class Unfit extends Error {
  readonly code: UnfitCode;

  constructor(code: UnfitCode) {
    super(code);
    this.code = code;
  }
}

export const refusalOf = (exitCode: number | null): UnfitCode | 'document_damaged' =>
  (Object.keys(exitCodes) as UnfitCode[]).find((code) => exitCodes[code] === exitCode) ?? 'document_damaged';
