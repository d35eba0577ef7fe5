import { statusRefusals } from '@portal/contract/refusals/by-status';
import { common } from '../text/zh-TW/common.ts';
import { CallRefused } from './call.ts';
import { Offline } from './transport.ts';

/** Texts for answers that do not come from the portal but, for example, from a proxy. */
const byStatus: Readonly<Record<number, keyof typeof statusRefusals>> = {
  403: 'forbidden',
  404: 'not_found',
  409: 'in_flight',
  413: 'too_large',
  415: 'unsupported_type',
  422: 'invalid',
  429: 'too_many_requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** A sentence (zh-TW) that explains to a person why a call failed. */
export const failureText = (error: unknown): string => {
  if (error instanceof Offline) return common.offline;
  if (!(error instanceof CallRefused)) return common.systemError;
  if (!error.message.startsWith('Request failed with')) return error.message;
  return statusRefusals[byStatus[error.status] ?? 'internal'].text;
};

/** The server's field texts in order, or else the general reason. */
export const failureTexts = (error: unknown): readonly string[] => {
  const texts = error instanceof CallRefused ? Object.values(error.errors).flat() : [];
  return texts.length > 0 ? texts : [failureText(error)];
};
