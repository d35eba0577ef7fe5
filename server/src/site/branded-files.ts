import type { FastifyInstance } from 'fastify';
import { type Branding, brandingReader } from '../branding/find-branding.ts';
import { LOGO_SQUARES, logoPath } from '../branding/logo-path.ts';
import { Refusal } from '../platform/errors.ts';
import { PreparedAnswer, sendPrepared } from '../platform/http/prepared.ts';
import type { Services } from '../platform/services.ts';
import { styleSheet } from './style-sheet.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';

const builtInIcons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png', purpose: 'any' },
];

const iconsOf = (key: string) =>
  LOGO_SQUARES.map((side) => ({
    src: logoPath(key, `${side}`),
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose: 'any',
  }));

const manifestOf = ({ name, shortName, colour, logo }: Branding) => ({
  name,
  short_name: shortName,
  description: `${name}：急救、水上安全、防災與教練課程線上報名。`,
  lang: 'zh-Hant-TW',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'browser',
  background_color: '#fbfaf7',
  theme_color: colour,
  icons: logo ? iconsOf(logo.key) : builtInIcons,
});

const FILE = new RegExp(`^[A-Za-z0-9_-]{22}-(?:${LOGO_SQUARES.join('|')}|share)\\.png$`);

const serveLogos = (app: FastifyInstance, { files }: Services) => {
  app.get<{ Params: { file: string } }>('/logos/:file', { compress: false }, async (request, reply) => {
    const { file } = request.params;
    const bytes = FILE.test(file) ? await files.read(`logos/${file}`) : null;
    if (!bytes) throw new Refusal('not_found');
    return reply.type('image/png').header('cache-control', FOR_EVER).send(Buffer.from(bytes));
  });
};

/** The manifest, the colours and the logos of the site. */
export const serveBrandedFiles = (app: FastifyInstance, services: Services) => {
  const branding = brandingReader(services.db);

  app.get('/site.webmanifest', async (request, reply) => {
    const manifest = Buffer.from(JSON.stringify(manifestOf(await branding(services.clock()))));
    return sendPrepared(request, reply, new PreparedAnswer(manifest, 0, 'application/manifest+json'));
  });

  app.get('/site.css', { compress: false }, async (request, reply) => {
    const { colour } = await branding(services.clock());
    const sheet = styleSheet(colour);
    const answer = new PreparedAnswer(Buffer.from(sheet?.css ?? ''), 0, 'text/css; charset=utf-8');
    // A page of the moment before may ask for the colours of before.
    if (request.url === sheet?.address)
      return reply.headers({ ...answer.headers, 'cache-control': FOR_EVER }).send(answer.bytes);
    return sendPrepared(request, reply, answer);
  });

  serveLogos(app, services);
};
