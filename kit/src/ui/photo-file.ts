import { photoRefusals } from '@portal/contract/refusals/photos';
import { cropText as text } from '../text/zh-TW/input-tools.ts';
import { type Crop, firstCrop, frameOf, PORTRAIT_RATIO, type Size } from './portrait-frame.ts';

const MAX_MEGABYTES = 5;
/** In pixels. Three times as wide as on a certificate. */
const WIDTH = 885;

export interface RefusedPhoto {
  readonly refusal: string;
}

export interface CroppedPhoto {
  readonly file: File;
  readonly source: ImageBitmap;
}

/** The types that the server accepts. */
const KINDS = ['image/jpeg', 'image/png', 'image/webp'];
const isHeic = ({ type, name }: File) => /hei[cf]$/i.test(type) || /\.hei[cf]$/i.test(name);

/** A file that this browser cannot show may still be valid on the server. */
const checkFile = (file: File): File | RefusedPhoto => {
  if (isHeic(file)) return { refusal: text.heic };
  if (!file.type.startsWith('image/')) return { refusal: text.notAnImage };
  if (!KINDS.includes(file.type)) return { refusal: photoRefusals.photo_kind.text };
  return file.size > MAX_MEGABYTES * 1024 * 1024 ? { refusal: text.tooLarge(MAX_MEGABYTES) } : file;
};

const decode = (file: File): Promise<ImageBitmap | null> =>
  KINDS.includes(file.type) || isHeic(file)
    ? createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
    : Promise.resolve(null);

/** Shrinks the photo before checking it: phones take larger pictures than are accepted. */
export const openPhoto = async (file: File): Promise<File | RefusedPhoto | CroppedPhoto> => {
  const source = await decode(file);
  if (!source) return checkFile(file);
  return { file: await cropped(source, firstCrop), source };
};

export const cropped = async (source: ImageBitmap, crop: Crop): Promise<File> => {
  const { left, top, width, height } = frameOf(source as Size, crop);
  const size = Math.min(WIDTH, Math.round(width));
  const canvas = new OffscreenCanvas(size, Math.round(size / PORTRAIT_RATIO));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('nothing to draw on');
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(source, left, top, width, height, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return new File([blob], 'photo.jpg', { type: blob.type });
};
