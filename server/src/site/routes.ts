import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Banner, pictureSet } from '@portal/contract/content';
import { documentTitle, pages } from '@portal/contract/pages';
import { escapeHtml } from '@portal/contract/primitives';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Branding, brandingReader, defaultBranding } from '../branding/find-branding.ts';
import { logoPath } from '../branding/logo-path.ts';
import { listedCodes } from '../catalogue/queries.ts';
import { presentBanner } from '../content/present.ts';
import { allIntroTypes, publicBanners } from '../content/queries.ts';
import { ROOT } from '../platform/config.ts';
import { readAside } from '../platform/database/replica.ts';
import { Refusal } from '../platform/errors.ts';
import { type AnswerGuest, asRefusal, setRetryAfter } from '../platform/http/http.ts';
import { cacheFor, PreparedAnswer, sendPrepared } from '../platform/http/prepared.ts';
import type { Services } from '../platform/services.ts';
import { serveBrandedFiles } from './branded-files.ts';
import { brandHtml } from './branded-html.ts';
import { serveFiles } from './files.ts';
import { filesOf, privateModules, readManifest } from './page-files.ts';
import { withPictureSizes } from './picture-sizes.ts';
import { loadRenderer, pageRenderer, renderedAddress } from './rendered-pages.ts';
import { missingView, type Page, unavailableView, type View, viewOf } from './views.ts';

/*
 * The HTML contains title, description and address for search engines and previews. Public pages are rendered; of others
 * it has the frame, and the application draws the page.
 */

/** In seconds: all servers follow a change within two. */
const FRAME_CACHE_SECONDS = 1;
const SITE_MAP_CACHE_SECONDS = 2;
/** In seconds, of a proxy or a search engine. */
const SITE_MAP_MAX_AGE = 10;
/** The site map's own limit is 50,000 addresses. */
const MAX_MAPPED_CLASSES = 40_000;
/** In seconds. The answers that a page shows have the same. */
const RENDERED_CACHE_SECONDS = 1;
const HTML = 'text/html; charset=utf-8';

const BUILT_SITE = path.join(ROOT, 'web', 'dist');

/** The HTML of the build, cut where title and banner are inserted. */
interface Shell {
  readonly before: string;
  readonly between: string;
  /** The banner's picture, with `{src}`, `{srcset}`, `{focusX}` and `{focus}`. */
  readonly picture: string;
  readonly after: string;
  /** The same HTML for a rendered page, without its root element. */
  readonly rendered: { readonly before: string; readonly after: string };
  readonly manifest: Awaited<ReturnType<typeof readManifest>>;
}

/** The picture is in the HTML, so that it arrives before the scripts. */
const PICTURE = /<!--banner:(.*?)-->/s;
const TITLE = /<title>[^<]*<\/title>/;
const OWN_HEAD =
  /\s*(?:<meta\s+(?:name="(?:description|robots)"|property="og:(?:title|description|url|image)")[^>]*>|<link\s+rel="canonical"[^>]*>)/g;

const ROOT_ELEMENT = /<div id="root">.*<\/div>(?=\s*<\/body>)/s;
/** Shown if a script fails. */
const FAILURE = /<template>.*?<\/template>/s;

const NOSCRIPT = /(<noscript><p[^>]*>)[^<]*/;
/** Lists and texts are there without a script. */
const NEEDS_SCRIPT = '登入與報名需要啟用瀏覽器的 JavaScript 功能';

const renderedShell = (html: string): Shell['rendered'] => {
  const [root = ''] = ROOT_ELEMENT.exec(html) ?? [];
  const [failure = ''] = FAILURE.exec(root) ?? [];
  const [before = '', after = ''] = root === '' ? [html] : html.split(root);
  const readable = before.replace(NOSCRIPT, `$1${NEEDS_SCRIPT}`);
  return { before: `${readable}<div id="opening">${failure}</div>\n    `, after };
};

const readShell = async (folder: string): Promise<Shell | null> => {
  const html = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null);
  const [before, rest] = html?.replace(OWN_HEAD, '').split(TITLE) ?? [];
  if (before === undefined || rest === undefined) return null;
  const [between = '', picture = '', after = ''] = rest.split(PICTURE);
  const manifest = await readManifest(folder);
  return { before, between, picture, after, rendered: renderedShell(rest), manifest };
};

const pictureOf = (template: string, banner: Banner | null): string => {
  if (banner === null) return '';
  const { src, focusX, focus } = banner;
  const values = { src, srcset: pictureSet(src), focusX: String(focusX), focus: String(focus) };
  return template.replace(/\{(src|srcset|focusX|focus)\}/g, (_, name: keyof typeof values) =>
    escapeHtml(values[name]),
  );
};

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;

interface Frame {
  readonly shell: Shell;
  readonly base: string;
  readonly banner: Banner | null;
  readonly branding: Branding;
}

/** The built-in picture shows the built-in name. */
const sharedPicture = ({ name, logo }: Branding): string | null => {
  if (logo) return logoPath(logo.key, 'share');
  return name === defaultBranding.name ? '/share.png' : null;
};

const headOf = (view: View, { base, branding }: Frame): string => {
  const title = documentTitle(view.title, branding.name);
  const picture = sharedPicture(branding);
  const lines = [`<title>${escapeHtml(title)}</title>`, meta('property', 'og:title', title)];
  if (picture) lines.push(meta('property', 'og:image', `${base}${picture}`));
  if (view.description) {
    lines.push(
      meta('name', 'description', view.description),
      meta('property', 'og:description', view.description),
    );
  }
  if (view.canonical === null) return [...lines, meta('name', 'robots', 'noindex')].join('\n    ');
  const address = escapeHtml(`${base}${view.canonical}`);
  lines.push(`<link rel="canonical" href="${address}" />`, `<meta property="og:url" content="${address}" />`);
  return lines.join('\n    ');
};

/** The home page has a taller banner from the start. */
const frameRootOf = (html: string, { canonical }: View): string =>
  canonical === '/' ? html.replace('<div id="root">', '<div data-home id="root">') : html;

const HEAD_END = '</head>';
/** Holds the scripts that are fetched after the first paint. */
const STEPS = '<template id="steps">';

/** Inserts the files in the order of the build; the style of the site's colour comes last. */
const withFiles = (html: string, { styles, scripts }: ReturnType<typeof filesOf>): string => {
  const steps = scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`);
  const sheets = styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`);
  return html.replace(STEPS, `${STEPS}${steps.join('')}`).replace(HEAD_END, `${sheets.join('')}${HEAD_END}`);
};

const drawPage = (frame: Frame, view: View, modules: readonly string[]): PreparedAnswer => {
  const { shell, banner, branding } = frame;
  const complete = withFiles(shell.between, filesOf(shell.manifest, modules));
  const [before, between, after] = [shell.before, complete, shell.after].map((part) =>
    brandHtml(part, branding),
  );
  const html = `${before}${headOf(view, frame)}${frameRootOf(between ?? '', view)}${pictureOf(shell.picture, banner)}${after}`;
  return new PreparedAnswer(Buffer.from(html), 0, HTML);
};

interface Contents {
  readonly root: string;
  readonly modules: readonly string[];
}

const drawRendered = (frame: Frame, view: View, { root, modules }: Contents, now: Date): PreparedAnswer => {
  const { shell, branding } = frame;
  const { before: head, after: end } = shell.rendered;
  const complete = withFiles(head, filesOf(shell.manifest, modules));
  const [before, between, after] = [shell.before, complete, end].map((part) => brandHtml(part, branding));
  const html = `${before}${headOf(view, frame)}${between}${root}${after}`;
  return new PreparedAnswer(Buffer.from(html), RENDERED_CACHE_SECONDS, HTML, now);
};

/** Returns null if there is none, or if the database is unavailable: pages are then served without a banner. */
const firstBanner = async (services: Services, now: Date): Promise<Banner | null> => {
  const [first] = await readAside(services, (from) => publicBanners(from, now)).catch(() => []);
  return first ? presentBanner(first) : null;
};

const escapeXml = escapeHtml;

const siteMap = (addresses: readonly string[]): string => {
  const entries = addresses.map((address) => `<url><loc>${escapeXml(address)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
};

const NO_PAGE = /^\/(?:api|assets|download|logos|pictures)(?:\/|$)/;

export const wantsPage = ({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !NO_PAGE.test(url.split('?')[0] ?? '') &&
  /text\/html|\*\/\*/.test(accept);

const serveSearchEngines = (app: FastifyInstance, services: Services, publicUrl: () => string) => {
  const cached = cacheFor<PreparedAnswer>(SITE_MAP_CACHE_SECONDS);

  app.get('/robots.txt', async (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`User-agent: *\nAllow: /\n\nSitemap: ${publicUrl()}/sitemap.xml\n`),
  );

  const addresses = async (now: Date) => {
    const [codes, types] = await readAside(services, async (from) => [
      await listedCodes(from, now, MAX_MAPPED_CLASSES),
      await allIntroTypes(from),
    ]);
    return [
      ...[pages.index, pages.classInfo, pages.intro, pages.register].map((page) => page.path),
      ...types.map(({ title }) => `/Intro/${encodeURIComponent(title)}`),
      ...codes.map((code) => `/ClassInfo/${code}`),
    ].map((address) => publicUrl() + address);
  };

  app.get('/sitemap.xml', async (request, reply) => {
    const now = services.clock();
    const answer = await cached(publicUrl(), now, async () => {
      const xml = siteMap(await addresses(now));
      return new PreparedAnswer(Buffer.from(xml), SITE_MAP_MAX_AGE, 'application/xml; charset=utf-8');
    });
    return sendPrepared(request, reply, answer);
  });
};

interface Site {
  publicUrl(): string;
  readonly answerGuest: AnswerGuest;
  readonly folder?: string | undefined;
}

export type ShowPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface Drawn {
  readonly status: number;
  readonly page: PreparedAnswer;
  readonly view: View;
  readonly frame: Frame;
}

/** Answers with the frame of a page, drawn at most once a second for the same contents. */
const frames = (services: Services, shell: Shell, publicUrl: () => string) => {
  const { db, clock } = services;
  const banners = cacheFor<Banner | null>(FRAME_CACHE_SECONDS);
  const brandingAt = brandingReader(db);
  const drawn = cacheFor<Drawn>(FRAME_CACHE_SECONDS);

  const draw = async (key: string, viewing: () => Promise<View>, modules: readonly string[] = []) => {
    const now = clock();
    const [branding, base] = [await brandingAt(now), publicUrl()];
    return drawn(JSON.stringify([key, branding, base]), now, async () => {
      const banner = await banners('', now, () => firstBanner(services, now));
      const frame = { shell, base, branding, banner };
      const view = await viewing();
      return { status: view.status, page: drawPage(frame, view, modules), view, frame };
    });
  };

  const drawUnavailable = async (page: Page): Promise<PreparedAnswer> => {
    const branding = await brandingAt(clock());
    return drawPage({ shell, base: publicUrl(), banner: null, branding }, unavailableView(page), []);
  };

  return { draw, drawUnavailable };
};

/** Returns the rendered page, or the frame if the page is not rendered. */
const renderings = (
  services: Services,
  render: NonNullable<Awaited<ReturnType<typeof loadRenderer>>>,
  answerGuest: AnswerGuest,
) => {
  const { clock, log } = services;
  const second = cacheFor<PreparedAnswer>(RENDERED_CACHE_SECONDS);
  const finish = (html: string) => readAside(services, (from) => withPictureSizes(from, html));
  const renderer = pageRenderer({ render, answerGuest, finish });

  const renderOrFrame = async (
    key: string,
    address: NonNullable<ReturnType<typeof renderedAddress>>,
    { frame, view, page }: Drawn,
    now: Date,
  ) => {
    const { name, logo } = frame.branding;
    const site = { name, address: frame.base, ...(logo && { logo: logoPath(logo.key, '96') }) };
    const { modules } = address;
    const prepare = (root: string) => drawRendered(frame, view, { root, modules }, now);
    try {
      return (await renderer(key, { ...address, site }, now, prepare)) ?? page;
    } catch (error) {
      if (!asRefusal(error)) log.error({ err: error, address }, 'a page could not be rendered');
      return page;
    }
  };

  return async (pattern: string, url: string, drawn: Drawn): Promise<PreparedAnswer> => {
    const address = drawn.status === 200 ? renderedAddress(pattern, url) : null;
    if (!address) return drawn.page;
    const { base, branding } = drawn.frame;
    const now = clock();
    const key = JSON.stringify([address, drawn.view, base, branding]);
    return second(key, now, () => renderOrFrame(key, address, drawn, now));
  };
};

/** Answers with the HTML of a page. */
const pageAnswers = (
  services: Services,
  { draw, drawUnavailable }: ReturnType<typeof frames>,
  rendered: ReturnType<typeof renderings> | null,
) => {
  const { clock } = services;

  const showMissing: ShowPage = async (request, reply) => {
    const { status, page } = await draw('', async () => missingView);
    return sendPrepared(request, reply.code(status), page);
  };

  const show = async (request: FastifyRequest, reply: FastifyReply, page: Page) => {
    if (!wantsPage(request)) throw new Refusal('not_found');
    const parameters = request.params as Record<string, string>;
    // Private pages have no contents, so one entry serves all.
    const key = page.access === 'public' ? [page.path, ...Object.values(parameters)] : [page.path];
    try {
      const viewing = () => readAside(services, (from) => viewOf(from, page, parameters, clock()));
      const drawn = await draw(JSON.stringify(key), viewing, privateModules(page.path));
      const answer = rendered ? await rendered(page.path, request.url, drawn) : drawn.page;
      return await sendPrepared(request, reply.code(drawn.status), answer);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal?.code !== 'unavailable') throw error;
      setRetryAfter(reply, refusal);
      // The application shows the failure and offers a retry.
      return sendPrepared(request, reply.code(503), await drawUnavailable(page));
    }
  };

  return { showMissing, show };
};

/** Returns the renderer of the not-found page. Null if the site is not built; calls are answered all the same. */
export const serveSite = async (
  app: FastifyInstance,
  services: Services,
  { publicUrl, answerGuest, folder = BUILT_SITE }: Site,
): Promise<ShowPage | null> => {
  serveSearchEngines(app, services, publicUrl);
  serveBrandedFiles(app, services);

  const shell = await readShell(folder);
  if (!shell) {
    services.log.warn('the web application is not built: no pages are served');
    return null;
  }
  await serveFiles(app, folder, '/');
  const render = await loadRenderer(folder);
  const rendered = render && renderings(services, render, answerGuest);
  const { showMissing, show } = pageAnswers(services, frames(services, shell, publicUrl), rendered);

  for (const page of Object.values(pages)) {
    const handler = (request: FastifyRequest, reply: FastifyReply) => show(request, reply, page);
    app.get(page.path, { compress: false }, handler);
    if (page.path !== '/') app.get(`${page.path}/`, { compress: false }, handler);
  }

  app.get('/*', { compress: false }, async (request, reply) => {
    if (!wantsPage(request)) throw new Refusal('not_found');
    return showMissing(request, reply);
  });

  return showMissing;
};
