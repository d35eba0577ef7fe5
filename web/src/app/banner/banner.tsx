import { pictureSet, type Banner as Slide } from '@portal/contract/content';
import { prefersReducedMotion } from '@portal/kit/browser/motion.ts';
import { useEffect, useState } from 'react';
import { useBanners } from '../../content/api/banners.ts';
import { frame } from '../../text/zh-TW/frame.ts';
import { useHoverOrFocus } from '../use-hover-or-focus.ts';
import { type Carousel, CarouselEngine } from './carousel-engine.tsx';
import { Controls } from './controls.tsx';

const SLIDE_STAYS = 6000;

/** Same as in the static HTML, so that the picture does not jump. */
const heights = { tall: 'banner-tall', low: 'banner-low' } as const;
const widths = { tall: 'picture-tall', low: 'picture-low' } as const;

interface BannerProps {
  size: keyof typeof heights;
}

/** Keeps its height while loading. Renders nothing without banners or on failure. */
export const Banner = ({ size }: BannerProps) => {
  const { data, isPending } = useBanners();
  const box = `bg-sea-100 print:hidden ${heights[size]}`;
  if (isPending) return <div className={`${box} animate-pulse`} />;
  return data && data.length > 0 ? <Slides box={box} slides={data} width={widths[size]} /> : null;
};

const useAutoplay = (carousel: Carousel | null, running: boolean) => {
  useEffect(() => {
    if (!running || !carousel) return;
    const timer = setInterval(() => document.hidden || carousel.next(), SLIDE_STAYS);
    return () => clearInterval(timer);
  }, [running, carousel]);
};

interface SlidesProps {
  box: string;
  width: string;
  slides: readonly Slide[];
}

const Slides = ({ box, width, slides }: SlidesProps) => {
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null);
  const [carousel, setCarousel] = useState<Carousel | null>(null);
  const [isStill] = useState(prefersReducedMotion);
  const [playing, setPlaying] = useState(!isStill);
  const [isHovered, handlers] = useHoverOrFocus();
  useAutoplay(carousel, playing && !isHovered);
  const selected = carousel?.selected ?? 0;

  return (
    <section
      aria-label={frame.banner}
      aria-roledescription={frame.carousel}
      className={`relative ${box}`}
      {...handlers}
    >
      {carousel && slides.length > 1 && (
        <Controls carousel={carousel} count={slides.length} onPlay={setPlaying} playing={playing} />
      )}
      <div className="h-full overflow-hidden" ref={setViewport}>
        <div aria-live={playing && !isHovered ? 'off' : 'polite'} className="flex h-full touch-pan-y">
          {slides.map((slide, index) => (
            <figure
              aria-hidden={index !== selected}
              aria-label={frame.slideOf(index + 1, slides.length)}
              aria-roledescription={frame.slide}
              className="h-full min-w-0 shrink-0 grow-0 basis-full"
              key={slide.id}
            >
              {(index === 0 || carousel) && (
                <img
                  alt={frame.bannerImage}
                  className={`h-full w-full select-none object-cover object-[50%_36%] ${width}`}
                  draggable={false}
                  fetchPriority={index === 0 ? 'high' : 'low'}
                  // The same as in the static HTML, so that the browser picks the same file.
                  sizes="max(100vw, 24rem)"
                  src={slide.src}
                  srcSet={pictureSet(slide.src)}
                />
              )}
            </figure>
          ))}
        </div>
      </div>
      {slides.length > 1 && viewport && (
        <CarouselEngine count={slides.length} onChange={setCarousel} isStill={isStill} viewport={viewport} />
      )}
    </section>
  );
};
