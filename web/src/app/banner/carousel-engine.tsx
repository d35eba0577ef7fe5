import useEmblaCarousel from 'embla-carousel-react';
import { useEffect } from 'react';

export interface Carousel {
  /** Index of the visible slide. */
  readonly selected: number;
  goTo(index: number): void;
  next(): void;
  previous(): void;
}

interface CarouselEngineProps {
  viewport: HTMLElement;
  /** Swaps slides without animation. */
  still: boolean;
  onChange: (carousel: Carousel) => void;
}

/** Adds swiping and turning to slides that are already rendered. Renders nothing itself. */
export const CarouselEngine = ({ viewport, still, onChange }: CarouselEngineProps) => {
  const [attach, embla] = useEmblaCarousel({ loop: true, duration: 28 });
  useEffect(() => attach(viewport), [attach, viewport]);
  useEffect(() => {
    if (!embla) return;
    const report = () =>
      onChange({
        selected: embla.selectedScrollSnap(),
        goTo: (index) => embla.scrollTo(index, still),
        next: () => embla.scrollNext(still),
        previous: () => embla.scrollPrev(still),
      });
    report();
    embla.on('select', report).on('reInit', report);
    return () => void embla.off('select', report).off('reInit', report);
  }, [embla, still, onChange]);
  return null;
};
