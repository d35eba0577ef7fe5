/** Width to height of a photo on a certificate. */
export const PORTRAIT_RATIO = 295 / 413;
export const MAX_ZOOM = 4;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of a picture to keep: its centre as a share of width and height, and the zoom. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  /** 1 keeps as much as the ratio allows. */
  readonly zoom: number;
}

interface Frame extends Size {
  readonly left: number;
  readonly top: number;
}

/** Faces are in the upper part of tall pictures. */
export const firstCrop: Crop = { x: 0.5, y: 0.4, zoom: 1 };

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Returns the frame in pixels of the picture, within its edges. */
export const frameOf = ({ width, height }: Size, { x, y, zoom }: Crop): Frame => {
  const isWide = width / height > PORTRAIT_RATIO;
  const frame = {
    width: (isWide ? height * PORTRAIT_RATIO : width) / zoom,
    height: (isWide ? height : width / PORTRAIT_RATIO) / zoom,
  };
  return {
    ...frame,
    left: within(x * width - frame.width / 2, 0, width - frame.width),
    top: within(y * height - frame.height / 2, 0, height - frame.height),
  };
};

export const moved = (size: Size, crop: Crop, right: number, down: number): Crop => {
  const frame = frameOf(size, crop);
  const next = frameOf(size, {
    ...crop,
    x: (frame.left + frame.width / 2 + right * frame.width) / size.width,
    y: (frame.top + frame.height / 2 + down * frame.height) / size.height,
  });
  return {
    ...crop,
    x: (next.left + next.width / 2) / size.width,
    y: (next.top + next.height / 2) / size.height,
  };
};

export const zoomed = (crop: Crop, zoom: number): Crop => ({ ...crop, zoom: within(zoom, 1, MAX_ZOOM) });
