import type sharp from 'sharp';

/* Sharp is loaded with the first picture, because its library takes memory. */

type Sharp = typeof sharp;

let loaded: Promise<Sharp> | undefined;
let isBlocked = false;

const block = (library: Sharp): void => {
  library.block({ operation: ['VipsForeignLoad'] });
  library.unblock({
    operation: [
      ...['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
      // Only logos may be SVG. All other pictures are recognised by their first bytes before they are read.
      'VipsForeignLoadSvgBuffer',
    ],
  });
};

const load = async (): Promise<Sharp> => {
  const { default: library } = await import('sharp');
  // Caching would hold up to a gigabyte for pictures that are never read again.
  library.cache(false);
  if (isBlocked) block(library);
  return library;
};

export const loadSharp = (): Promise<Sharp> => {
  loaded ??= load();
  return loaded;
};

/** Affects the whole process. Call it after the server has rendered its own drawings. */
export const blockOtherReaders = async (): Promise<void> => {
  isBlocked = true;
  if (loaded) block(await loaded);
};
