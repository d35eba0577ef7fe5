/** Bytes that upload in a few seconds on a slow connection. */
const SMALL_FILE_BYTES = 1024 * 1024;
/** In pixels. Several times the stored size of a photo. */
const LONGEST_SIDE = 1600;

const draw = (picture: ImageBitmap, longestSide: number): OffscreenCanvas => {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('nothing to draw on');
  // The background for transparent pictures, as on the server.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
};

const drawSmaller = async (file: File, longestSide: number): Promise<File> => {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const small = await draw(picture, longestSide).convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return small.size < file.size
      ? new File([small], 'photo.jpg', { type: small.type, lastModified: file.lastModified })
      : file;
  } finally {
    picture.close();
  }
};

/** Returns the file unchanged if it is small or unreadable here: the server then reports the fault. */
export const shrinkPicture = (file: File | null, longestSide = LONGEST_SIDE): Promise<File | null> =>
  file && file.size > SMALL_FILE_BYTES
    ? drawSmaller(file, longestSide).catch(() => file)
    : Promise.resolve(file);
