/// <reference lib="webworker" />
/*
 * Keeps the page, the keys and the status list, so that certificates can be checked without network. Answers of the
 * network are always preferred and replace the kept ones.
 */

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

const CACHE = 'certificates';
const PAGE = '/v/';
const DOCUMENTS = ['/.well-known/certificate-keys.json', '/.well-known/certificate-status.json'];

/** Keeps the page with the scripts and styles that it names. */
const keepPage = async (page: Response): Promise<void> => {
  const cache = await caches.open(CACHE);
  const named = (await page.clone().text()).match(/\/v\/assets\/[\w.-]+/g) ?? [];
  await cache.addAll([...new Set(named)]);
  await cache.put(PAGE, page);
};

const refresh = async (): Promise<void> => {
  const cache = await caches.open(CACHE);
  await Promise.all([fetch(PAGE).then(keepPage), cache.addAll(DOCUMENTS)]);
};

/** The answer of the network, which replaces the cached one, or the cached one. */
const fromNetwork = async (request: Request, path: string): Promise<Response> => {
  const cache = await caches.open(CACHE);
  // A request that fails takes time, too.
  const known = worker.navigator.onLine ? undefined : await cache.match(path);
  if (known) return known;
  try {
    const response = await fetch(request);
    if (response.ok) await (path === PAGE ? keepPage(response.clone()) : cache.put(path, response.clone()));
    return response;
  } catch (error) {
    const cached = await cache.match(path);
    if (cached) return cached;
    throw error;
  }
};

const fromCache = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? fetch(request);

worker.addEventListener('install', (event) => {
  event.waitUntil(refresh().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fromNetwork(request, PAGE));
  else if (pathname.startsWith('/v/assets/')) event.respondWith(fromCache(request));
  else if (DOCUMENTS.includes(pathname)) event.respondWith(fromNetwork(request, pathname));
});
