/** What goes over a slow line in a few seconds, in bytes. */
const ENOUGH = 1024 * 1024;
/** Several times what the portal keeps, in pixels. */
const LONGEST_SIDE = 1600;

const draw = (picture: ImageBitmap): OffscreenCanvas => {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('nothing to draw on');
  // Behind what is transparent, as the server has it.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
};

const drawSmaller = async (file: File): Promise<File> => {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const small = await draw(picture).convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return small.size < file.size
      ? new File([small], 'photo.jpg', { type: small.type, lastModified: file.lastModified })
      : file;
  } finally {
    picture.close();
  }
};

/**
 * The picture, small enough to be sent over a slow line in time, and upright. One that is small already, or that this
 * browser cannot read, stays as it is: the server says what is wrong with it.
 */
export const shrinkPicture = (file: File | null): Promise<File | null> =>
  file && file.size > ENOUGH ? drawSmaller(file).catch(() => file) : Promise.resolve(file);
