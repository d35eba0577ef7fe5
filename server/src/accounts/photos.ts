import { randomBytes } from 'node:crypto';
import type { Size } from '../platform/pictures.ts';

/** As it is printed on a certificate, in pixels. */
export const PHOTO_SIZE: Size = { width: 295, height: 413 };

/** Unguessable: it stands in the photo's path. */
export const newPhotoKey = (): string => `photos/${randomBytes(32).toString('base64url')}`;
