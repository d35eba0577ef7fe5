import { pictureSet, type Banner as Slide } from '@portal/contract/content';
import { usePrefersReducedMotion } from '@portal/kit/browser/motion.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useBanners } from '../../content/api/banners.ts';
import { frameText } from '../../text/zh-TW/frame.ts';
import { useHoverOrFocus } from '../use-hover-or-focus.ts';
import { type Carousel, CarouselEngine } from './carousel-engine.tsx';
import { Controls } from './controls.tsx';

/** In milliseconds. */
const SLIDE_STAYS = 6000;

/** The same classes as in index.html, so that the picture stays in place when the page takes over. */
const boxes = { tall: 'banner-tall', low: 'banner-low' } as const;
const pictures = { tall: 'picture-tall', low: 'picture-low' } as const;

interface BannerProps {
  size: keyof typeof boxes;
}

/** Keeps its height while loading. Renders nothing without banners or on failure. */
export const Banner = ({ size }: BannerProps) => {
  const { data, isPending } = useBanners();
  const box = `bg-sea-100 print:hidden ${boxes[size]}`;
  if (isPending) return <div className={`${box} animate-shimmer`} />;
  return data && data.length > 0 ? <Slides box={box} slides={data} picture={pictures[size]} /> : null;
};

const useAutoplay = (carousel: Carousel | null, running: boolean) => {
  useEffect(() => {
    if (!running || !carousel) return;
    const timer = setInterval(() => {
      if (!document.hidden) carousel.next();
    }, SLIDE_STAYS);
    return () => clearInterval(timer);
  }, [running, carousel]);
};

interface SlidesProps {
  box: string;
  picture: string;
  slides: readonly Slide[];
}

const Slides = ({ box, picture, slides }: SlidesProps) => {
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null);
  const [carousel, setCarousel] = useState<Carousel | null>(null);
  const reducesMotion = usePrefersReducedMotion();
  const [wanted, setWanted] = useState<boolean>();
  const playing = wanted ?? !reducesMotion;
  const [isEngaged, handlers] = useHoverOrFocus();
  useAutoplay(carousel, playing && !isEngaged);
  const selected = carousel?.selected ?? 0;

  return (
    <section
      aria-label={frameText.banner}
      aria-roledescription={frameText.carousel}
      className={`relative ${box}`}
      {...handlers}
    >
      {carousel && slides.length > 1 && (
        <Controls carousel={carousel} count={slides.length} onPlay={setWanted} playing={playing} />
      )}
      <div className="h-full overflow-hidden" ref={setViewport}>
        <div
          aria-live={playing && !isEngaged ? 'off' : 'polite'}
          className="flex h-full [touch-action:pan-y]"
        >
          {slides.map(({ id, src, focusX, focus, title, link }, index) => {
            const image = (index === 0 || carousel) && (
              <img
                alt={title}
                className={`h-full w-full select-none object-cover ${picture} focused at-${focus}`}
                fetchPriority={index === 0 ? 'high' : 'low'}
                // The same as in the static HTML, so that the browser picks the same file.
                sizes="max(100vw, 24rem)"
                src={src}
                srcSet={pictureSet(src)}
              />
            );
            return (
              <figure
                aria-label={frameText.slideOf(index + 1, slides.length)}
                aria-roledescription={frameText.slide}
                className={`focus-box at-${focusX} h-full min-w-0 shrink-0 grow-0 basis-full`}
                inert={index !== selected}
                key={id}
              >
                {link ? <Link to={link}>{image}</Link> : image}
              </figure>
            );
          })}
        </div>
      </div>
      {slides.length > 1 && viewport && (
        <CarouselEngine
          count={slides.length}
          onChange={setCarousel}
          reducesMotion={reducesMotion}
          viewport={viewport}
        />
      )}
    </section>
  );
};
