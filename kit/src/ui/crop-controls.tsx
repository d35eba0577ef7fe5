import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { cropText as text } from '../text/zh-TW/input-tools.ts';
import { type Crop, frameOf, MAX_ZOOM, moved, zoomed } from './portrait-frame.ts';

const WIDTH = 148;
const HEIGHT = 206;
/** The step of an arrow key, as a share of the part that is kept. */
const STEP = 0.05;

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface CropProps {
  source: ImageBitmap;
  crop: Crop;
  onCrop: (crop: Crop) => void;
}

const useDrawn = ({ source, crop }: CropProps): RefObject<HTMLCanvasElement | null> => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    const { left, top, width, height } = frameOf(source, crop);
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, 2 * WIDTH, 2 * HEIGHT);
    pen.drawImage(source, left, top, width, height, 0, 0, 2 * WIDTH, 2 * HEIGHT);
  }, [source, crop]);
  return canvas;
};

/** The canvas is used until `src` is loaded. */
export const CropPreview = ({ src, ...props }: CropProps & { src: string | undefined }) => {
  const { source, crop, onCrop } = props;
  const canvas = useDrawn(props);
  // Safari before 17 does not know `movementX` of pointers.
  const start = useRef({ x: 0, y: 0, crop });
  const grip = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent) => {
    currentTarget.setPointerCapture(pointerId);
    start.current = { x: clientX, y: clientY, crop };
  };
  const drag = ({ buttons, clientX, clientY }: PointerEvent) => {
    if (buttons !== 1) return;
    const { x, y, crop: before } = start.current;
    onCrop(moved(source, before, (x - clientX) / WIDTH, (y - clientY) / HEIGHT));
  };
  const press = (event: KeyboardEvent) => {
    const step = arrows[event.key];
    if (!step) return;
    event.preventDefault();
    onCrop(moved(source, crop, ...step));
  };
  return (
    <button
      aria-label={text.move}
      className="relative h-[206px] w-[148px] cursor-move touch-none overflow-hidden rounded-md border border-line-strong"
      onKeyDown={press}
      onPointerDown={grip}
      onPointerMove={drag}
      type="button"
    >
      {src && (
        <img
          alt={text.preview}
          className="pointer-events-none size-full object-cover"
          height={HEIGHT}
          src={src}
          width={WIDTH}
        />
      )}
      <span aria-hidden="true" className="pointer-events-none absolute inset-0">
        <canvas className="size-full" height={2 * HEIGHT} ref={canvas} width={2 * WIDTH} />
      </span>
    </button>
  );
};

export const CropTools = ({ crop, onCrop }: Pick<CropProps, 'crop' | 'onCrop'>) => (
  <>
    <p className="max-w-56 text-ink-soft text-sm">
      {text.moveHint}
      <span className="pointer-coarse:hidden">{text.moveByKeys}</span>
    </p>
    <ZoomSlider crop={crop} onCrop={onCrop} />
  </>
);

const ZoomSlider = ({ crop, onCrop }: Pick<CropProps, 'crop' | 'onCrop'>) => (
  <label className="flex flex-col text-sm">
    {text.zoom}
    <input
      className="h-11 w-40 accent-sea-700"
      max={MAX_ZOOM}
      min={1}
      onChange={({ currentTarget }) => onCrop(zoomed(crop, Number(currentTarget.value)))}
      step={0.05}
      type="range"
      value={crop.zoom}
    />
  </label>
);
