import { Offline, type RawAnswer, type RawRequest } from './transport.ts';

/** Sends a form and reports upload progress, which `fetch` cannot. */
export const sendWithProgress = (
  { method, url, headers, body, signal }: RawRequest,
  onProgress: (share: number) => void,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new Offline('Network Error'));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
