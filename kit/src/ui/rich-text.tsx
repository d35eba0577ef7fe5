import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { uiText } from '../text/zh-TW/ui.ts';
import { ErrorState } from './error-state.tsx';
import { SkeletonRows } from './skeleton.tsx';
import './rich-text.css';

type ShowHtml = (element: HTMLElement, html: string) => void;

export function RichText({ html, className = '' }: { html: string; className?: string }) {
  const box = useRef<HTMLDivElement>(null);
  const { show, failed, retry } = useSanitiser();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !show) return;
    show(element, html);
    return watchTables(element);
  }, [show, html]);
  if (failed) return <ErrorState onRetry={retry} />;
  if (!show) return <SkeletonRows rowClassName="h-5" rows={3} />;
  return <div className={`rich-text ${className}`} ref={box} />;
}

function useSanitiser() {
  const [show, setShow] = useState<ShowHtml>();
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    import('./sanitise-html.ts').then(
      ({ showHtml }) => setShow(() => showHtml),
      () => setFailed(true),
    );
  }, []);
  useEffect(load, [load]);
  return { show, failed, retry: load };
}

function watchTables(element: HTMLElement): () => void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) makeReachable(target, target.scrollWidth > target.clientWidth);
  });
  for (const box of element.querySelectorAll('.rich-text-table')) observer.observe(box);
  return () => observer.disconnect();
}

function makeReachable(box: Element, scrolls: boolean): void {
  const attributes = { tabindex: '0', role: 'group', 'aria-label': uiText.tableScrolls };
  for (const [name, value] of Object.entries(attributes)) {
    if (scrolls) box.setAttribute(name, value);
    else box.removeAttribute(name);
  }
}
