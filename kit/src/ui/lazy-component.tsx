import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';

export type LazyComponent<Props> = FunctionComponent<Props> & {
  preload(): Promise<void>;
};

/** Unlike React.lazy, it renders loaded code at once, and the skeleton does not stay for Suspense's 300 ms. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Skeleton: ComponentType,
): LazyComponent<Props> => {
  let Shown: ComponentType<Props> | undefined;
  let pending: Promise<void> | undefined;

  const fetchCode = async () => {
    try {
      Shown = await load();
    } catch (error) {
      pending = undefined;
      throw error;
    }
  };
  const preload = () => {
    pending ??= fetchCode();
    return pending;
  };

  const Lazy = (props: Props) => {
    const [state, setState] = useState<{ loaded: boolean; failure?: unknown }>({
      loaded: Shown !== undefined,
    });
    useEffect(() => {
      let left = false;
      preload().then(
        () => left || setState({ loaded: true }),
        (failure: unknown) => left || setState({ loaded: false, failure }),
      );
      return () => {
        left = true;
      };
    }, []);
    if (state.failure !== undefined) throw state.failure;
    return Shown ? <Shown {...props} /> : <Skeleton />;
  };
  return Object.assign(Lazy, { preload });
};
