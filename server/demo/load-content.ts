import { createBanner } from '../src/content/banners/create-banner.ts';
import { createIntro } from '../src/content/create-intro.ts';
import { createIntroType } from '../src/content/create-intro-type.ts';
import { savePicture } from '../src/content/save-picture.ts';
import { setFooter } from '../src/content/set-footer.ts';
import { setSitePage } from '../src/content/set-site-page.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import association from './association.json' with { type: 'json' };
import { banners, introTypes } from './content.ts';
import { type PictureName, readPicture, renderPicture } from './pictures.ts';
import { contactPage } from './site-pages.ts';

const BANNER = { width: 1600, height: 480 };
/** Twice what is shown, for dense screens. */
const INTRO = { width: 286, height: 286 };

/** Draws a picture of ours and keeps it; its key comes back. */
export const drawn = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  name: PictureName,
  size: { width: number; height: number },
  now: Date,
): Promise<string> => {
  const bytes = await renderPicture(await readPicture(name), size.width, size.height);
  return savePicture({ db, files }, { bytes, ...size }, { actor: 'system', now });
};

/** Introductions, banners and the footer. */
export const loadContent = async (services: Services, now: Date): Promise<void> => {
  const { db } = services;
  const context = { actor: 'system', now } as const;
  for (const { picture, ...banner } of banners) {
    const pictureKey = await drawn(services, picture, BANNER, now);
    const content = { ...banner, pictureKey, focusX: 50, publishedAt: now };
    await inTransaction(db, (tx) => createBanner(tx, content, context));
  }
  for (const { title, picture, entries } of introTypes) {
    const pictureKey = await drawn(services, picture, INTRO, now);
    await inTransaction(db, async (tx) => {
      const typeId = await createIntroType(tx, { title, pictureKey }, context);
      for (const entry of entries) await createIntro(tx, { typeId, ...entry, publishedAt: now }, context);
    });
  }
  await inTransaction(db, (tx) => setFooter(tx, association.footer, context));
  await inTransaction(db, (tx) => setSitePage(tx, { name: 'Contact', ...contactPage }, context));
};
