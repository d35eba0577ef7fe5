import type { SignedStatusList } from '@portal/contract/certificate-status';
import type { CertificateKey } from '@portal/contract/certificate-token';
import type { VerifiedCertificate } from '@portal/contract/certificates';

/** The server's answer about a number, or the reason why there is none. */
export type ServerAnswer =
  | { readonly kind: 'found'; readonly certificate: VerifiedCertificate }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'too_many'; readonly message: string }
  /** The answer says nothing about the number. */
  | { readonly kind: 'unreachable' }
  /** No answer came. */
  | { readonly kind: 'offline' };

/** In milliseconds. After this the cached data answer, which is better than a long wait with a weak signal. */
const ANSWER_TIMEOUT_MS = 8_000;

const get = (path: string): Promise<Response> =>
  fetch(path, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });

export const askServer = async (number: string): Promise<ServerAnswer> => {
  try {
    const response = await get(`/api/certificates/${encodeURIComponent(number)}`);
    if (response.ok) return { kind: 'found', certificate: (await response.json()) as VerifiedCertificate };
    if (response.status === 404) return { kind: 'not_found' };
    if (response.status !== 429) return { kind: 'unreachable' };
    const { message } = (await response.json()) as { message: string };
    return { kind: 'too_many', message };
  } catch {
    return { kind: 'offline' };
  }
};

/** Null if they neither come nor were cached. */
const getKept = async <T>(path: string): Promise<T | null> => {
  try {
    const response = await get(path);
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
};

export const getKeys = async (): Promise<readonly CertificateKey[]> =>
  (await getKept<{ keys: CertificateKey[] }>('/.well-known/certificate-keys.json'))?.keys ?? [];

const STATUS_LIST = '/.well-known/certificate-status.json';

export const getStatusList = (): Promise<SignedStatusList | null> => getKept(STATUS_LIST);

/** Reads what the service worker keeps without asking it, because each question to it takes time. */
export const getCachedList = async (): Promise<SignedStatusList | null> => {
  try {
    const cached = await caches.match(STATUS_LIST);
    return cached ? ((await cached.json()) as SignedStatusList) : null;
  } catch {
    return null;
  }
};
