import useEmblaCarousel from 'embla-carousel-react';
import { useEffect } from 'react';

export interface Carousel {
  /** Index of the slide that is seen. */
  readonly selected: number;
  goTo(index: number): void;
  next(): void;
  previous(): void;
}

interface CarouselEngineProps {
  viewport: HTMLElement;
  /** Slides are swapped, not moved. */
  still: boolean;
  onChange: (carousel: Carousel) => void;
}

/** Makes a row of slides that is already on the page swipe and turn. Draws nothing itself. */
export const CarouselEngine = ({ viewport, still, onChange }: CarouselEngineProps) => {
  const [attach, embla] = useEmblaCarousel({ loop: true, duration: 28 });
  useEffect(() => attach(viewport), [attach, viewport]);
  useEffect(() => {
    if (!embla) return;
    const tell = () =>
      onChange({
        selected: embla.selectedScrollSnap(),
        goTo: (index) => embla.scrollTo(index, still),
        next: () => embla.scrollNext(still),
        previous: () => embla.scrollPrev(still),
      });
    tell();
    embla.on('select', tell).on('reInit', tell);
    return () => void embla.off('select', tell).off('reInit', tell);
  }, [embla, still, onChange]);
  return null;
};
