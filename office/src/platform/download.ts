import type { Endpoint } from '@portal/contract/endpoint';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { addressOf, type CallOptions } from '@portal/kit/browser/request.ts';
import { Offline } from '@portal/kit/browser/transport.ts';

const fetchFile = async (endpoint: Endpoint, options: CallOptions<Endpoint>): Promise<Response> => {
  try {
    return await fetch(addressOf(endpoint, options), {
      method: endpoint.method,
      headers: { Accept: '*/*', 'Content-Type': 'application/json' },
      body: JSON.stringify(options.body),
    });
  } catch {
    throw new Offline('Network Error');
  }
};

const nameOf = (response: Response): string => {
  const header = response.headers.get('content-disposition') ?? '';
  return decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(header)?.[1] ?? 'export');
};

const save = (file: Blob, name: string) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

const loadBlob = async (endpoint: Endpoint, options: CallOptions<Endpoint>) => {
  const response = await fetchFile(endpoint, options);
  if (!response.ok) throw new CallRefused({ status: response.status, text: await response.text() });
  const file = await response.blob().catch(() => {
    throw new Offline('Network Error');
  });
  return { file, name: nameOf(response) };
};

/** The answer of a call that is a file. */
export const fetchBlob = async <const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<Blob> => (await loadBlob(endpoint, options as CallOptions<Endpoint>)).file;

/** An incomplete file is not saved. */
export const download = async <const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<void> => {
  const { file, name } = await loadBlob(endpoint, options as CallOptions<Endpoint>);
  save(file, name);
};
