import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { bannersText } from '../../text/zh-TW/banners.ts';
import type { BannerValues } from './banner-values.ts';
import { Cropped } from './cropped.tsx';

const text = bannersText.preview;

/** The boxes of the trainees' pages, in pixels: `banner-tall`, `banner-low` and `picture-low` in their styles. */
const shapes = [
  { key: 'homeWide', width: 1280, height: 220 },
  { key: 'homeNarrow', width: 390, height: 112 },
  { key: 'otherWide', width: 896, height: 88 },
  { key: 'otherNarrow', width: 390, height: 56 },
] as const;

export const BannerPreview = () => {
  const id = useId();
  const { src = '', focusX = 50, focus = 50 } = useWatch<BannerValues>();
  return (
    <section aria-labelledby={id} className="space-y-4">
      <h2 className="text-lg" id={id}>
        {text.title}
      </h2>
      {src === '' ? (
        <p className="text-ink-soft">{text.none}</p>
      ) : (
        shapes.map(({ key, ...shape }) => (
          <figure key={key}>
            <figcaption className="mb-1 text-ink-soft text-sm">{text.shapes[key]}</figcaption>
            <Cropped picture={{ src, focusX, focus }} {...shape} />
          </figure>
        ))
      )}
    </section>
  );
};
