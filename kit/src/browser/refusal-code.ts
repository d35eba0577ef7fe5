import type { RefusalCode } from '@portal/contract/errors';
import { CallRefused } from './call.ts';

/** The reason why the server refused a call; undefined for other errors, and for answers of a proxy. */
export const refusalCode = (error: unknown): RefusalCode | undefined =>
  error instanceof CallRefused ? error.code : undefined;
