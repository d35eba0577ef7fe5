import type { ComponentType } from 'react';
import { type LazyComponent, lazyComponent } from '../platform/lazy-component.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

export type LazyPage = LazyComponent<object>;

export const lazyPage = (load: () => Promise<ComponentType>): LazyPage => lazyComponent(load, PageSkeleton);
