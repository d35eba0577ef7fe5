import { pictureSet } from '@portal/contract/content';

interface FocusedPicture {
  readonly src: string;
  readonly focusX: number;
  readonly focus: number;
}

interface CroppedProps {
  picture: FocusedPicture;
  /** Pixels of the box on the trainees' page. */
  width: number;
  height: number;
  className?: string;
}

/** A banner in a smaller box of the same shape, cut as the trainees' pages cut it. */
export const Cropped = ({ picture, width, height, className = '' }: CroppedProps) => (
  <img
    alt=""
    className={`block max-w-full rounded bg-sea-100 object-cover ${className}`}
    height={height}
    sizes={`${width}px`}
    src={picture.src}
    srcSet={pictureSet(picture.src)}
    style={{
      aspectRatio: `${width} / ${height}`,
      height: 'auto',
      objectPosition: `${picture.focusX}% ${picture.focus}%`,
    }}
    width={width}
  />
);
