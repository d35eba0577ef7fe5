import libheif from 'libheif-js/wasm-bundle.js';
import sharp from 'sharp';
import { MAX_PIXELS, SCAN_SIDE } from '../../platform/files/pictures.ts';
import { Unfit } from './clean-codes.ts';

export const cleanHeic = async (bytes: Uint8Array): Promise<Uint8Array> => {
  await libheif.ready;
  const [image] = new libheif.HeifDecoder().decode(bytes);
  if (!image) throw new Error('no picture');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > MAX_PIXELS) throw new Unfit('document_too_many_pixels');
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (shown) => (shown ? resolve() : reject(new Error('damaged'))));
  });
  return sharp(data, { raw: { width, height, channels: 4 } })
    .resize(SCAN_SIDE, SCAN_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 88 })
    .toBuffer();
};
