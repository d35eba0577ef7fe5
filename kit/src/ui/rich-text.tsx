import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { uiText } from '../text/zh-TW/ui.ts';
import { ErrorState } from './error-state.tsx';
import { renderedHtml } from './rendered-html.ts';
import { SkeletonRows } from './skeleton.tsx';
import { useHydrated } from './use-hydrated.ts';
import './rich-text.css';

type ShowHtml = (element: HTMLElement, html: string) => void;

interface RichTextProps {
  html: string;
  className?: string;
  /** The level of the heading that the text stands under. Its own headings begin with h3. */
  under?: 1 | 2;
}

export function RichText({ html, className = '', under = 2 }: RichTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  // The server sends sanitised HTML with the page: until it changes, there is nothing to sanitise.
  const [rendered] = useState(isHydrated ? null : html);
  const isAsRendered = rendered === html;
  const { show, failed, retry } = useSanitiser(!isAsRendered);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !(show || isAsRendered)) return;
    if (!isAsRendered) show?.(element, html);
    if (under === 1) raiseHeadings(element);
    return watchTables(element);
  }, [show, html, under, isAsRendered]);
  const look = `rich-text ${className}`;
  if (rendered !== null) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, and empty in the browser
    return <div className={look} dangerouslySetInnerHTML={renderedHtml(html)} ref={box} />;
  }
  if (failed) return <ErrorState onRetry={retry} />;
  if (!show) return <SkeletonRows rowClassName="h-5" rows={3} />;
  return <div className={look} ref={box} />;
}

function raiseHeadings(element: HTMLElement): void {
  for (const heading of element.querySelectorAll('h3, h4, h5')) {
    heading.setAttribute('aria-level', `${Number(heading.tagName.slice(1)) - 1}`);
  }
}

function useSanitiser(isNeeded: boolean) {
  const [show, setShow] = useState<ShowHtml>();
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    import('./sanitise-html.ts').then(
      ({ showHtml }) => setShow(() => showHtml),
      () => setFailed(true),
    );
  }, []);
  useEffect(() => {
    if (isNeeded) load();
  }, [isNeeded, load]);
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
