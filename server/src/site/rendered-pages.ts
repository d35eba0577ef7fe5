import { access } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { today } from '@portal/contract/dates';
import type { AnswerGuest } from '../platform/http/http.ts';
import type { PreparedAnswer } from '../platform/http/prepared.ts';

/* Public pages are rendered by the server's part of the application, with the answers that they show. */

interface Address {
  readonly pathname: string;
  readonly search: string;
}

interface ShownAddress extends Address {
  readonly modules: readonly string[];
  /** One of a few addresses, which everybody opens. */
  readonly isMain: boolean;
}

interface Rendering extends Address {
  readonly site: { readonly name: string; readonly logo?: string; readonly address: string };
  readonly answer: (path: string, input: { params: unknown; query: unknown }) => Promise<string>;
}

interface RenderedPage {
  readonly html: string;
  /** JSON. */
  readonly data: string;
  /** The milliseconds for which it held up the process. */
  readonly cost: number;
}

type Render = (rendering: Rendering) => Promise<RenderedPage>;

/** Null without a build. */
export const loadRenderer = async (folder: string): Promise<Render | null> => {
  const file = path.join(folder, 'server', 'render.js');
  const isBuilt = await access(file).then(
    () => true,
    () => false,
  );
  if (!isBuilt) return null;
  const { renderPage } = (await import(pathToFileURL(file).href)) as { renderPage: Render };
  return renderPage;
};

interface PublicPage {
  /** The file of `web/` that the page needs besides the frame. */
  readonly module?: string;
  /** The further modules for rows that are open. */
  readonly detailsModule?: string;
  /** The parameters of the address that it shows; it ignores others. */
  readonly parameters: readonly string[];
}

const sitePage: PublicPage = { module: 'src/content/site-page.tsx', parameters: [] };

const publicPages: Readonly<Record<string, PublicPage>> = {
  '/': { parameters: [] },
  '/ClassInfo': {
    module: 'src/catalogue/class-list-page.tsx',
    detailsModule: 'src/catalogue/class-details.tsx',
    parameters: ['organization', 'trainclass', 'word', 'month', 'open', 'sort', 'group', 'page', 'opened'],
  },
  '/ClassInfo/:code': { module: 'src/catalogue/class-detail-page.tsx', parameters: ['group'] },
  '/Intro': { module: 'src/content/intro-list-page.tsx', parameters: [] },
  '/Intro/:title': { module: 'src/content/intro-detail-page.tsx', parameters: [] },
  '/Privacy': { module: 'src/accounts/privacy-page.tsx', parameters: [] },
  '/Contact': sitePage,
  '/Help': sitePage,
  '/Accessibility': sitePage,
};

const MAX_SEARCH_LENGTH = 300;

/** Null for a page that is not rendered. */
export const renderedAddress = (pattern: string, url: string): ShownAddress | null => {
  const page = publicPages[pattern];
  if (!page) return null;
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const shown = new URLSearchParams();
  for (const name of page.parameters) {
    const value = searchParams.get(name);
    if (value !== null) shown.set(name, value);
  }
  const search = shown.size > 0 ? `?${shown}` : '';
  const details = shown.has('opened') ? page.detailsModule : undefined;
  const modules = [page.module, details].filter((module) => module !== undefined);
  const isMain = search === '' && !pattern.includes(':');
  return search.length > MAX_SEARCH_LENGTH ? null : { pathname, search, modules, isMain };
};

/** JSON within an element `script`, which `</script` or `<!--` would end. */
const escapeJson = (json: string): string =>
  json.replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns the HTML that replaces the frame's root element. */
const rootOf = ({ html, data }: RenderedPage): string =>
  `<div data-rendered id="root">${html}</div>\n    <script id="data" type="application/json">${escapeJson(data)}</script>`;

interface ReadCall {
  readonly path: string;
  readonly input: { readonly params: unknown; readonly query: unknown };
  readonly etag: string;
}

interface CachedPage {
  readonly asked: readonly ReadCall[];
  readonly day: string;
  readonly page: PreparedAnswer;
}

/** The share of the process's time that renderings may take. */
const RENDER_TIME_SHARE = 0.25;
const MAX_CACHED_PAGES = 200;

type Order = Omit<Rendering, 'answer'> & ShownAddress;

interface Renderer {
  readonly render: Render;
  readonly answerGuest: AnswerGuest;
  readonly finish: (html: string) => Promise<string>;
}

/**
 * Renders pages, and keeps each until an answer that it shows changes. While earlier renderings have taken more than their
 * share of the time, renders main pages only, and returns null for others: who walks through all addresses gets the frame.
 */
export const pageRenderer = ({ render, answerGuest, finish }: Renderer) => {
  const cached = new Map<string, CachedPage>();
  let restsUntil = 0;

  const isCurrent = async ({ asked, day }: CachedPage, now: Date): Promise<boolean> => {
    if (day !== today(now)) return false;
    const answers = await Promise.all(asked.map(({ path, input }) => answerGuest(path, input)));
    return answers.every(({ etag }, at) => etag === asked[at]?.etag);
  };

  const keep = (key: string, entry: CachedPage) => {
    cached.delete(key);
    cached.set(key, entry);
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED_PAGES && oldest !== undefined) cached.delete(oldest);
  };

  const draw = async ({ pathname, search, site }: Order) => {
    const asked: ReadCall[] = [];
    const answer: Rendering['answer'] = async (path, input) => {
      const { bytes, etag } = await answerGuest(path, input);
      asked.push({ path, input, etag });
      return bytes.toString();
    };
    const page = await render({ pathname, search, site, answer });
    restsUntil = performance.now() + page.cost * (1 / RENDER_TIME_SHARE - 1);
    return { root: rootOf({ ...page, html: await finish(page.html) }), asked };
  };

  return async (
    key: string,
    order: Order,
    now: Date,
    prepare: (root: string) => PreparedAnswer,
  ): Promise<PreparedAnswer | null> => {
    const known = cached.get(key);
    if (known && (await isCurrent(known, now))) {
      keep(key, known);
      return known.page;
    }
    if (!order.isMain && performance.now() < restsUntil) return null;
    const { root, asked } = await draw(order);
    const page = prepare(root);
    keep(key, { asked, day: today(now), page });
    return page;
  };
};
